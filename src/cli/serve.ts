import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Command, InvalidArgumentError } from 'commander';
import { GatebookError } from '../errors.ts';
import { isFromThisMachine, isLoopbackName } from '../net/loopback.ts';
import { createApp } from '../serve/app.tsx';
import { openStore } from '../store/open-store.ts';
import { storageOption } from './storage-option.ts';

interface ServeOptions {
  readonly storage: string;
  readonly port: number;
  readonly host: string;
}

const BASE = '/_profiler';

export function serveCommand(): Command {
  return new Command('serve')
    .description('serve Profile Search for a book, to this machine only')
    .addOption(storageOption())
    .option('--port <number>', 'the port to listen on', parsePort, 4600)
    .option('--host <address>', 'the loopback address to listen on', '127.0.0.1')
    .action(serve);
}

async function serve({ storage, port, host }: ServeOptions): Promise<void> {
  if (!isLoopbackName(host.includes(':') ? `[${host}]` : host)) {
    throw new GatebookError(
      'unsafe-listen',
      `Refusing to listen on ${host}: anybody who reaches it could read every recorded request, and there are no ` +
        'credentials yet. Listen on 127.0.0.1 and reach it through an SSH tunnel: ssh -L 4600:127.0.0.1:4600 HOST.',
    );
  }
  const store = await openStore(storage, { create: false });
  const app = createApp({ base: BASE, store: async () => store });
  app.get('/', (c) => c.redirect(BASE));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });

  const server = createServer((request, response) => {
    if (isFromThisMachine(request)) return void listener(request, response);
    const [status, text] = isLoopbackName(request.headers.host)
      ? [403, 'Gatebook answers this machine only, with no proxy in between.']
      : [421, 'Gatebook answers to loopback names only: open it as http://127.0.0.1.'];
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new GatebookError(
          'bad-option',
          `Can't listen on ${host}:${port}: ${error.message}. Choose another --port.`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  process.stdout.write(
    `Profile Search: http://${host.includes(':') ? `[${host}]` : host}:${listening}${BASE}\n`,
  );

  const stop = () => {
    server.close(() => void store.close());
    server.closeAllConnections();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Write a port from 0 to 65535.');
  return port;
}
