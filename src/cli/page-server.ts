import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { messageOf } from '../errors.ts';
import { isLoopbackAddress } from '../net/loopback.ts';
import { isPrivate } from '../net/networks.ts';
import { createKeyAccess, NOTHING } from '../serve/access/access.ts';
import { claimIn } from '../serve/access/claim.ts';
import { createCredentials } from '../serve/access/credentials.ts';
import type { Key } from '../serve/access/key.ts';
import { pagePath } from '../serve/access/page-path.ts';
import type { OnRead } from '../serve/access/reader-log.ts';
import type { Store } from '../store/store.ts';
import { usageError } from './command-error.ts';

export const PAGE_PATH = '/_profiler';
const ASSETS = `${PAGE_PATH}/assets/`;

/** A sender that is slow, or sends nothing, does not keep its connection. */
const COLLECTOR_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  handshakeTimeout: 10_000,
  // A sender uses its connection again.
  keepAliveTimeout: 65_000,
} as const;
type Limits = Partial<typeof COLLECTOR_LIMITS>;
/** How long a collector waits for requests in progress when it stops. */
const STOP_MS = 5000;

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export interface TlsOptions {
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

interface PageServerOptions {
  readonly store: Store;
  readonly key: Key;
  readonly port: number;
  readonly host: string;
  readonly tls: TlsFiles | null;
  /** Answers requests before the page does. Returns `false` for those of the page. */
  readonly api?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Called when a request reads the book. */
  readonly onRead?: OnRead | undefined;
  /** Take connections from private addresses only, whose keys are not encrypted. */
  readonly isPrivateNetwork?: boolean;
}

interface PageServer {
  readonly port: number;
  stop(onStopped: () => void): void;
}

/** Serves the page without an app, to the same requests as inside one. All others get a 404. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { store, key, port, host, tls, api, onRead, isPrivateNetwork = false } = options;
  const { mountPage } = await import('../serve/mount.ts');
  const credentials = createCredentials(key, { claim: claimIn(async () => store) });
  const { decide } = createKeyAccess({
    base: PAGE_PATH,
    credentials,
    trustedProxies: [],
    isProduction: !isPrivateNetwork,
    // The server listens on loopback, with TLS or in a private network, so no connection is refused.
    onRefusal: (refused) => process.stderr.write(`${refused}\n`),
  });
  const show = mountPage({ base: PAGE_PATH, store: async () => store, credentials });

  const handle: RequestListener = async (request, response) => {
    if (api?.(request, response)) return;
    const isRoot = request.url === '/';
    const path = pagePath(PAGE_PATH, isRoot ? PAGE_PATH : (request.url ?? ''));
    const grant = path === null ? NOTHING : await decide(request, path);
    if (grant.to === 'nothing')
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not Found\n');
    else if (isRoot) response.writeHead(302, { Location: PAGE_PATH }).end();
    else {
      if (grant.to === 'everything' && !grant.path.startsWith(ASSETS)) onRead?.(request, grant.path);
      void show(request, response, grant);
    }
  };

  const limits: Limits = api ? COLLECTOR_LIMITS : {};
  const server = tls ? tlsServer(tls, limits, handle) : createServer(limits, handle);
  // The server itself does not count those whose TLS handshake is not over.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isPrivateNetwork && !isLoopbackAddress(remoteAddress) && !isPrivate(remoteAddress)) socket.destroy();
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  await listen(server, port, host, api ? '--listen' : '--port');
  return {
    port: (server.address() as AddressInfo).port,
    stop(onStopped) {
      server.close(onStopped);
      server.closeIdleConnections();
      // Tails never end by themselves. What was sent before has its answer by then.
      const closeAll = () => {
        for (const socket of sockets) socket.destroy();
      };
      setTimeout(closeAll, api ? STOP_MS : 0).unref();
    },
  };
}

function tlsServer({ cert, key }: TlsFiles, limits: Limits, handle: RequestListener): Server {
  try {
    return createTlsServer({ ...limits, cert: readFileSync(cert), key: readFileSync(key) }, handle);
  } catch (error) {
    const reason = messageOf(error);
    throw usageError(`Cannot use the files of --tls-cert and --tls-key: ${reason}`);
  }
}

function listen(server: Server, port: number, host: string, flag: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'the port is already in use' : error.message;
      const message = `Cannot listen on ${host}:${port}: ${reason}. Choose another port with ${flag}.`;
      reject(usageError(message));
    });
    server.listen(port, host, resolve);
  });
}

export function tlsFiles({ tlsCert, tlsKey }: TlsOptions): TlsFiles | null {
  if (tlsCert !== undefined && tlsKey !== undefined) return { cert: tlsCert, key: tlsKey };
  if (tlsCert === undefined && tlsKey === undefined) return null;
  throw usageError('TLS needs both --tls-cert and --tls-key.');
}

/** A host as it is written in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
