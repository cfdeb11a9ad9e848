import type { LookupAddress } from 'node:dns';
import { lookup as dnsLookup } from 'node:dns';
import { Agent, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { GatebookError, messageOf } from '../../errors.ts';
import type { CollectorAddress } from './address.ts';
import { API, type ErrorAnswer, SENT_CODES } from './protocol.ts';

export interface Call {
  readonly method: 'PUT' | 'POST';
  /** Below the path of the API. */
  readonly path: string;
  readonly key: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long to wait for the answer, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface CollectorClient {
  /** Resolves to the JSON of the answer. Rejects with a `GatebookError`. */
  call(call: Call): Promise<unknown>;
  close(): void;
}

/** A writer sends one batch at a time; the others are searches. */
const MAX_SOCKETS = 8;

/** Calls a collector over connections that stay open. Nothing of the app is loaded: no fetch, no client library. */
export function createClient({ origin, isTls, accepts }: CollectorAddress): CollectorClient {
  const settings = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const agent = isTls ? new TlsAgent(settings) : new Agent(settings);
  const request = isTls ? requestTls : requestPlain;

  /** Resolves the name of the host, and refuses an address that the key may not be sent to. */
  const lookup: LookupFunction = (host, options, done) =>
    dnsLookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first, ...others] = addresses?.filter(({ address }) => accepts(address)) ?? [];
      if (error || !first) done(error ?? new Error(`${host} is not in a private network`), '');
      else if (options.all) done(null, [first, ...others]);
      else done(null, first.address, first.family);
    });

  async function send(call: Call): Promise<unknown> {
    const { method, path, key, body, headers, timeout, signal } = call;
    const timer = AbortSignal.timeout(timeout);
    const sent = request(`${origin}${API}/${path}`, {
      agent,
      method,
      lookup,
      headers: { Authorization: `Bearer ${key}`, 'Content-Length': Buffer.byteLength(body), ...headers },
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
    });
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        sent.on('response', resolve).on('error', reject);
        sent.end(body);
      });
      return readAnswer(response.statusCode ?? 0, await buffer(response), origin);
    } catch (error) {
      if (error instanceof GatebookError) throw error;
      // The collector closed the idle connection at the moment when it was used again. Every call can be repeated.
      if (sent.reusedSocket && !timer.aborted && !signal?.aborted) return send(call);
      const reason = timer.aborted ? `no answer after ${timeout} ms` : messageOf(error);
      throw unavailable(origin, reason);
    }
  }

  return { call: send, close: () => agent.destroy() };
}

function readAnswer(status: number, body: Buffer, origin: string): unknown {
  const value = parse(body);
  if (status === 200 && value !== undefined) return value;
  const { code, message } = (value as Partial<ErrorAnswer> | undefined)?.error ?? {};
  const known = SENT_CODES.find((sent) => sent === code);
  // A proxy in between may accept less than the collector. Its profiles are then sent one by one.
  if (status === 413) throw new GatebookError('profile-refused', `A batch is too large for ${origin}.`);
  if (known !== undefined) throw new GatebookError(known, `The collector at ${origin}: ${message}`);
  if (status === 401 || status === 403 || status === 404)
    throw new GatebookError(
      'key-refused',
      `The collector at ${origin} refused the key (${status}). A write key writes, a read key reads; "gatebook keys list" there shows which are valid.`,
    );
  throw unavailable(origin, message ?? `it answered ${status}`);
}

/** `undefined` if it is not JSON, as from a proxy in between. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function unavailable(origin: string, reason: string): GatebookError {
  return new GatebookError(
    'collector-unavailable',
    `The collector at ${origin} is not available: ${reason.replace(/\.$/, '')}.`,
  );
}
