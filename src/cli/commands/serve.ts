import { Command } from 'commander';
import { isLoopbackName } from '../../net/loopback.ts';
import type { Key } from '../../serve/access/key.ts';
import { displayStorage } from '../../store/display-storage.ts';
import { DEFAULT_STORAGE, openStore } from '../../store/open-store.ts';
import { findOrCreateKey } from '../book-key.ts';
import { CommandError } from '../command-error.ts';
import { examples } from '../help.ts';
import { bracketed, PAGE_PATH, startPageServer, type TlsOptions, tlsFiles } from '../page-server.ts';
import { readPort, storageOption } from '../shared-options.ts';

interface ServeOptions extends TlsOptions {
  readonly storage: string;
  readonly port: number;
  readonly host: string;
}

export function serveCommand(): Command {
  return new Command('serve')
    .summary('serve Profile Search for a book')
    .description(
      'Serve Profile Search for a book, without the app. The key of the book opens it. From another machine, use an SSH tunnel or TLS.',
    )
    .addOption(storageOption())
    .option('--port <number>', 'port to listen on; 0 picks a free one', readPort, 4600)
    .option('--host <address>', 'address to listen on; other than loopback only with TLS', '127.0.0.1')
    .option('--tls-cert <file>', 'certificate for TLS, in PEM format')
    .option('--tls-key <file>', 'private key of the certificate, in PEM format')
    .addHelpText(
      'after',
      examples('gatebook serve', 'gatebook serve --port 8080 --storage sqlite:/var/lib/shop'),
    )
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const { storage, port, host } = options;
  const tls = tlsFiles(options);
  const isLoopback = isLoopbackName(bracketed(host));
  if (!isLoopback && !tls) {
    throw new CommandError(
      `Refusing to listen on ${host} without TLS: the key and every recorded request could be read on the way. ` +
        'Pass --tls-cert and --tls-key, or listen on 127.0.0.1 and open it through an SSH tunnel: ssh -L 4600:127.0.0.1:4600 HOST',
    );
  }
  const store = await openStore(storage, { create: false });
  try {
    const key = findOrCreateKey(storage);
    const server = await startPageServer({ store, key, port, host, tls });
    const page = `${tls ? 'https' : 'http'}://${bracketed(host)}:${server.port}${PAGE_PATH}`;
    process.stdout.write(startText(page, key, storage, isLoopback && process.stdout.isTTY));
    const stop = () => server.stop(() => void store.close());
    process.once('SIGINT', stop).once('SIGTERM', stop);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The key is printed only in a terminal, not into a log. On other addresses it opens the page through a link that works once. */
export function startText(page: string, key: Key, storage: string, withKey: boolean): string {
  if (withKey) return `Profile Search: ${page}#key=${key}\n`;
  const option = storage === DEFAULT_STORAGE ? '' : ` --storage ${displayStorage(storage)}`;
  return `Profile Search: ${page}\nRun npx gatebook open${option} ${page} for a link that opens it.\n`;
}
