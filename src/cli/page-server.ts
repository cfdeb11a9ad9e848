import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../errors.ts';
import { createKeyAccess, NOTHING } from '../serve/access/access.ts';
import { claimIn } from '../serve/access/claim.ts';
import { createCredentials } from '../serve/access/credentials.ts';
import type { Key } from '../serve/access/key.ts';
import { pagePath } from '../serve/access/page-path.ts';
import type { Store } from '../store/store.ts';
import { usageError } from './command-error.ts';

export const PAGE_PATH = '/_profiler';

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface PageServerOptions {
  readonly store: Store;
  readonly key: Key;
  readonly port: number;
  readonly host: string;
  readonly tls: TlsFiles | null;
}

interface PageServer {
  readonly port: number;
  stop(onStopped: () => void): void;
}

/** Serves the page without an app, to the same requests as inside one. All others get a 404. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { store, key, port, host, tls } = options;
  const { mountPage } = await import('../serve/mount.ts');
  const credentials = createCredentials(key, { claim: claimIn(async () => store) });
  const { decide } = createKeyAccess({
    base: PAGE_PATH,
    credentials,
    trustedProxies: [],
    isProduction: true,
    // The server listens on loopback or with TLS, so no connection is refused.
    onRefusal: (refused) => process.stderr.write(`${refused}\n`),
  });
  const show = mountPage({ base: PAGE_PATH, store: async () => store, credentials });

  const handle: RequestListener = async (request, response) => {
    const isRoot = request.url === '/';
    const path = pagePath(PAGE_PATH, isRoot ? PAGE_PATH : (request.url ?? ''));
    const grant = path === null ? NOTHING : await decide(request, path);
    if (grant.to === 'nothing')
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not Found\n');
    else if (isRoot) response.writeHead(302, { Location: PAGE_PATH }).end();
    else void show(request, response, grant);
  };

  const server = tls ? tlsServer(tls, handle) : createServer(handle);
  await listen(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    stop(onStopped) {
      server.close(onStopped);
      server.closeAllConnections();
    },
  };
}

function tlsServer({ cert, key }: TlsFiles, handle: RequestListener): Server {
  try {
    return createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, handle);
  } catch (error) {
    const reason = messageOf(error);
    throw usageError(`Cannot use the files of --tls-cert and --tls-key: ${reason}`);
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'the port is already in use' : error.message;
      const message = `Cannot listen on ${host}:${port}: ${reason}. Choose another port with --port.`;
      reject(usageError(message));
    });
    server.listen(port, host, resolve);
  });
}
