import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Command } from 'commander';
import { GatebookError } from '../errors.ts';
import { isFromThisMachine, isLoopbackName } from '../net/loopback.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { readPort } from './option-values.ts';
import { storageOption } from './shared-options.ts';

interface ServeOptions {
  readonly storage: string;
  readonly port: number;
  readonly host: string;
}

const BASE = '/_profiler';

export function serveCommand(): Command {
  return new Command('serve')
    .summary('serve Profile Search for a book')
    .description(
      'Serve Profile Search for a book, without the app. Only this machine can open it; from another one, use an SSH tunnel.',
    )
    .addOption(storageOption())
    .option('--port <number>', 'port to listen on; 0 picks a free one', readPort, 4600)
    .option('--host <address>', 'loopback address to listen on', '127.0.0.1')
    .action(serve);
}

async function serve({ storage, port, host }: ServeOptions): Promise<void> {
  if (!isLoopbackName(host.includes(':') ? `[${host}]` : host)) {
    throw new GatebookError(
      'unsafe-listen',
      `Refusing to listen on ${host}: anyone who can reach it could read every recorded request. ` +
        'Listen on 127.0.0.1 and open it through an SSH tunnel: ssh -L 4600:127.0.0.1:4600 HOST',
    );
  }
  const store = await openStore(storage, { create: false });
  const server = await start(store, port, host).catch(async (error: unknown) => {
    await store.close();
    throw error;
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

async function start(store: Store, port: number, host: string): Promise<Server> {
  const [{ createApp }, { getRequestListener }] = await Promise.all([
    import('../serve/app.tsx'),
    import('@hono/node-server'),
  ]);
  const app = createApp({ base: BASE, store: async () => store });
  app.get('/', (c) => c.redirect(BASE));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    if (isFromThisMachine(request)) return void listener(request, response);
    const [status, text] = isLoopbackName(request.headers.host)
      ? [403, 'Gatebook accepts only direct requests from this machine, not through a proxy.']
      : [421, 'Gatebook accepts only loopback host names. Open it as http://127.0.0.1.'];
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
  });
  await listen(server, port, host);
  return server;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'the port is already in use' : error.message;
      const message = `Cannot listen on ${host}:${port}: ${reason}. Choose another port with --port.`;
      reject(new GatebookError('bad-option', message, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}
