import { Command, Option } from 'commander';
import { isLoopbackName } from '../../../net/loopback.ts';
import { readConfigFile } from '../../../options/config-file.ts';
import { mergeOptions } from '../../../options/environment.ts';
import { createSecondRedaction } from '../../../redact/redaction.ts';
import { createKeyRing } from '../../../serve/access/collector-keys.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Retention } from '../../../store/store.ts';
import { findOrCreateKey } from '../../book-key.ts';
import { CommandError } from '../../command-error.ts';
import { examples } from '../../help.ts';
import { bracketed, PAGE_PATH, startPageServer, type TlsOptions, tlsFiles } from '../../page-server.ts';
import { invalid, readDuration, readPort, readSize, storageOption } from '../../shared-options.ts';
import { startText } from '../serve.ts';
import { keysFile, keysOption } from './keys.ts';

interface CollectOptions extends TlsOptions {
  readonly storage: string;
  readonly listen: Address;
  readonly insecure?: typeof PRIVATE_NETWORK;
  readonly keys?: string;
  readonly keep: number;
  readonly keepBytes: number;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const PRIVATE_NETWORK = 'private-network';
const RETAIN_EVERY_MS = 60_000;

export function collectCommand(): Command {
  return new Command('collect')
    .summary('collect the requests of other machines in one book')
    .description(
      'Take profiles from apps on other machines, and serve Profile Search for all of them. An app sends them with storage: ' +
        '"https://HOST:4600" and a write key of gatebook keys add; the key of the book opens the page.',
    )
    .addOption(storageOption())
    .addOption(
      new Option('--listen <address>', 'HOST:PORT; other than loopback only with TLS')
        .argParser(readAddress)
        .default({ host: '127.0.0.1', port: 4600 }, '127.0.0.1:4600'),
    )
    .option('--tls-cert <file>', 'certificate for TLS, in PEM format')
    .option('--tls-key <file>', 'private key of the certificate, in PEM format')
    .addOption(
      new Option('--insecure <network>', 'listen without TLS, for private addresses only').choices([
        PRIVATE_NETWORK,
      ]),
    )
    .addOption(keysOption())
    .option(
      '--keep <age>',
      'delete profiles that are older',
      (text) => readDuration('--keep', text),
      30 * 24 * 3_600_000,
    )
    .option(
      '--keep-bytes <size>',
      'the largest size of a SQLite book',
      (text) => readSize('--keep-bytes', text),
      20e9,
    )
    .addHelpText(
      'after',
      examples(
        'gatebook collect --storage sqlite:/data/book --listen 0.0.0.0:4600 --tls-cert cert.pem --tls-key key.pem',
        'gatebook collect --storage sqlite:/data/book --listen 0.0.0.0:4600 --insecure private-network',
      ),
    )
    .action(collect);
}

async function collect(options: CollectOptions): Promise<void> {
  const { storage, listen, insecure } = options;
  const { host, port } = listen;
  const tls = tlsFiles(options);
  const isLoopback = isLoopbackName(bracketed(host));
  if (!isLoopback && !tls && insecure === undefined)
    throw new CommandError(
      `Refusing to listen on ${host} without TLS: keys and every recorded request could be read on the way. Pass --tls-cert and ` +
        '--tls-key, listen on 127.0.0.1 behind a proxy that ends TLS, or pass --insecure private-network.',
    );
  const keys = keysFile(options);
  const keep: Retention = { age: options.keep, bytes: options.keepBytes, fitsDisk: true };
  const store = await openStore(storage, { keep, durable: true });
  try {
    const key = findOrCreateKey(storage);
    const { createCollectorApi } = await import('../../../serve/ingest/collector-api.ts');
    const api = createCollectorApi({
      store,
      key,
      find: createKeyRing(keys),
      redaction: createSecondRedaction(mergeOptions({}, readConfigFile()).redact),
    });
    const server = await startPageServer({
      store,
      key,
      port,
      host,
      tls,
      api,
      isPrivateNetwork: !tls && !isLoopback,
    });
    const origin = `${tls ? 'https' : 'http'}://${bracketed(host)}:${server.port}`;
    const retain = () =>
      void store.retain(keep).catch((error: Error) => process.stderr.write(`${error.message}\n`));
    const timer = setInterval(retain, RETAIN_EVERY_MS);
    process.stdout.write(`Collecting at ${origin}\n`);
    process.stdout.write(
      startText(`${origin}${PAGE_PATH}`, key, storage, isLoopback && process.stdout.isTTY),
    );
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

/** `0.0.0.0:4600`, `[::]:4600` */
function readAddress(text: string): Address {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === '') return invalid('--listen', text, 'an address', 'such as 0.0.0.0:4600');
  return { host: host.replace(/^\[|\]$/g, ''), port: readPort(port) };
}
