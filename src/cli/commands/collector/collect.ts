import { hostname } from 'node:os';
import { Command } from 'commander';
import { isLoopbackName } from '../../../net/loopback.ts';
import { collectorSettings } from '../../../options/collector-settings.ts';
import { createSecondRedaction } from '../../../redact/redaction.ts';
import { createKeyRing } from '../../../serve/access/collector-keys.ts';
import { createReaderLog } from '../../../serve/access/reader-log.ts';
import { openStore } from '../../../store/open-store.ts';
import { findOrCreateKey } from '../../book-key.ts';
import { CommandError } from '../../command-error.ts';
import { examples } from '../../help.ts';
import { bracketed, PAGE_PATH, startPageServer, tlsFiles } from '../../page-server.ts';
import { startText } from '../serve.ts';
import { flagOption, flagsOf, keysFile } from './flags.ts';

const DEFAULT_ADDRESS = { host: '127.0.0.1', port: 4600 } as const;
const RETAIN_EVERY_MS = 60_000;

export function collectCommand(): Command {
  return new Command('collect')
    .summary('collect the requests of other machines in one book')
    .description(
      'Take profiles from apps on other machines, and serve Profile Search for all of them. An app sends them with storage: ' +
        '"https://HOST:4600" and a write key of gatebook keys add; the key of the book opens the page.',
    )
    .addOption(flagOption('storage'))
    .addOption(flagOption('collector.listen'))
    .addOption(flagOption('collector.tlsCert'))
    .addOption(flagOption('collector.tlsKey'))
    .addOption(flagOption('collector.insecure'))
    .addOption(flagOption('collector.keys'))
    .addOption(flagOption('collector.userHeader'))
    .addOption(flagOption('keep.age'))
    .addOption(flagOption('keep.bytes'))
    .addHelpText(
      'after',
      examples(
        'gatebook collect --storage sqlite:/data/book --listen 0.0.0.0:4600 --tls-cert cert.pem --tls-key key.pem',
        'gatebook collect --storage sqlite:/data/book --listen 0.0.0.0:4600 --insecure private-network',
      ),
    )
    .action(collect);
}

async function collect(_options: unknown, command: Command): Promise<void> {
  const { storage, key: given, keep, redact, collector } = collectorSettings(flagsOf(command));
  const { listen: { host, port } = DEFAULT_ADDRESS, insecure } = collector;
  const tls = tlsFiles(collector);
  const isLoopback = isLoopbackName(bracketed(host));
  if (!isLoopback && !tls && insecure === undefined)
    throw new CommandError(
      `Refusing to listen on ${host} without TLS: keys and every recorded request could be read on the way. Pass --tls-cert and ` +
        '--tls-key, listen on 127.0.0.1 behind a proxy that ends TLS, or pass --insecure private-network.',
    );
  const keys = keysFile(storage, collector.keys);
  const store = await openStore(storage, { keep, durable: true });
  try {
    const key = given ?? findOrCreateKey(storage);
    const onRead = createReaderLog(collector.userHeader, (line) => process.stdout.write(line));
    const { createCollectorApi } = await import('../../../serve/ingest/collector-api.ts');
    const api = createCollectorApi({
      store,
      key,
      find: createKeyRing(keys),
      redaction: createSecondRedaction(redact),
      onRead,
    });
    const server = await startPageServer({
      store,
      key,
      port,
      host,
      tls,
      api,
      onRead,
      isPrivateNetwork: !tls && !isLoopback,
    });
    const origin = `${tls ? 'https' : 'http'}://${bracketed(host)}:${server.port}`;
    // No browser opens the address that means all of this machine's.
    const named = host === '0.0.0.0' || host === '::' ? hostname() : bracketed(host);
    const page = `${tls ? 'https' : 'http'}://${named}:${server.port}${PAGE_PATH}`;
    const retain = () =>
      void store.retain(keep).catch((error: Error) => process.stderr.write(`${error.message}\n`));
    const timer = setInterval(retain, RETAIN_EVERY_MS);
    process.stdout.write(`Collecting at ${origin}\n`);
    process.stdout.write(startText(page, key, storage, isLoopback && process.stdout.isTTY));
    const stop = () => {
      clearInterval(timer);
      server.stop(() => void store.close());
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  } catch (error) {
    await store.close();
    throw error;
  }
}
