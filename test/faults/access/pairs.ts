import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { GatebookOptions } from '../../../src/options/options.ts';
import type { Store } from '../../../src/store/store.ts';
import { connectTls } from '../../support/frameworks/node.ts';
import { TEST_KEY } from '../../support/key.ts';
import type { Answer } from './answer.ts';
import type { Connection } from './connection.ts';
import { openHttp1 } from './http1-connection.ts';
import { openHttp2 } from './http2-connection.ts';
import type { Received } from './oracle.ts';
import { type Running, STACKS } from './stacks.ts';

/** An app with the page and the same app without Gatebook, reached in the same way. */
export interface Pair {
  connect(): Connection;
  connectBare(): Connection;
  /** The requests that the app without Gatebook got, by their header `X-Case`. */
  readonly received: Map<string, Received>;
}

/** Two servers of a stack, which can be reached directly or through proxies. */
export interface RunningPair {
  readonly ports: readonly [closed: number, bare: number];
  via(open: Open, ports?: readonly [closed: number, bare: number]): Pair;
  close(): Promise<unknown>;
}

type Open = (port: number) => Connection;

export const overTcp: Open = (port) => openHttp1(() => connect(port, '127.0.0.1'));
const overTls: Open = (port) => openHttp1(() => connectTls(port, ['http/1.1']));
const overHttp2: Open = (port) => openHttp2(() => connectTls(port, ['h2']));

/** Stacks that proxies can reach: without TLS. */
export const PLAIN_STACKS = Object.keys(STACKS).filter((stack) => stack !== 'node:http2');

/** How each stack is reached without a proxy. */
export const DIRECT: Readonly<Record<string, readonly [stack: string, open: Open]>> = {
  ...Object.fromEntries(PLAIN_STACKS.map((stack) => [stack, [stack, overTcp] as const])),
  'HTTP/2': ['node:http2', overHttp2],
  'HTTP/1.1 over TLS': ['node:http2', overTls],
};

export async function startPair(
  stack: string,
  store: Store,
  options: GatebookOptions = {},
): Promise<RunningPair> {
  const start = STACKS[stack];
  if (!start) throw new Error(`no stack ${stack}`);
  const [closed, bare]: readonly Running[] = [
    await start({ ...options, storage: store, key: TEST_KEY }),
    await start(null),
  ];
  if (!closed || !bare) throw new Error('not started');
  const received = new Map<string, Received>();
  bare.server?.prependListener('request', ({ method, url, httpVersion, headers }: IncomingMessage) =>
    received.set(String(headers['x-case']), { method: method ?? '', url: url ?? '', httpVersion, headers }),
  );
  return {
    ports: [closed.port, bare.port],
    via: (open, ports) => ({
      connect: () => comparable(open(ports?.[0] ?? closed.port), closed.port, ports !== undefined),
      connectBare: () => comparable(open(ports?.[1] ?? bare.port), bare.port, ports !== undefined),
      received,
    }),
    close: () => Promise.all([closed.close(), bare.close()]),
  };
}

const FRAMING = /^(?:content-length|transfer-encoding): .*\r\n/gim;

/** A proxy may write the address of the app into a request, and the app into its answer; and it chooses the framing. */
function comparable({ send, close }: Connection, port: number, isProxied: boolean): Connection {
  const address = `127.0.0.1:${port}`;
  function bytesOf({ bytes, body }: Answer): string {
    if (!isProxied) return bytes;
    const head = bytes.slice(0, bytes.indexOf('\r\n\r\n') + 4).replace(FRAMING, '');
    if (!body.includes(address)) return head + body;
    return head.replace(/^etag: .*$/im, '') + body.replaceAll(address, 'ADDRESS');
  }
  return {
    async send(request) {
      const answer = await send(request);
      return { ...answer, bytes: bytesOf(answer) };
    },
    close,
  };
}
