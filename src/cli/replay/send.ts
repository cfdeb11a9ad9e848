import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import type { SentHeader } from './given-header.ts';
import type { PlannedRequest } from './planned-request.ts';
import { connectionTo } from './replay-target.ts';

export interface ReplayResponse {
  readonly status: number;
  readonly headers: readonly SentHeader[];
  /** The first bytes of the body. */
  readonly body: Uint8Array;
  /** The size of the body, as far as it was read. */
  readonly bytes: number;
  /** Whether the body was read to its end. */
  readonly isComplete: boolean;
}

const HAS_BODY = new Set(['POST', 'PUT', 'PATCH']);
/** How many bytes of a body are kept, and how many are read before the connection is closed. */
const MAX_KEPT = 1_000_000;
const MAX_READ = 50_000_000;

/**
 * Sends a request. Over HTTP/2 if it was recorded over HTTP/2 and the server speaks it: such a server may speak nothing else. Redirects
 * are not followed, and no proxy is used. Rejects if there is no response.
 */
export async function sendRequest(request: PlannedRequest, signal: AbortSignal): Promise<ReplayResponse> {
  return (request.isHttp2 ? await sendHttp2(request, signal) : null) ?? sendHttp1(request, signal);
}

async function sendHttp1(
  { target, method, path, headers, body }: PlannedRequest,
  signal: AbortSignal,
): Promise<ReplayResponse> {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send({
    ...connectionTo(target),
    host: target.hostname,
    port: target.port,
    method,
    path,
    // A new agent: the global one may use the proxy of the environment.
    agent: false,
    setHost: false,
    signal,
  });
  for (const [name, value] of headers) outgoing.appendHeader(name, value);
  if (body.length > 0 || HAS_BODY.has(method)) outgoing.setHeader('content-length', body.length);
  const answered = responseOf(outgoing);
  outgoing.end(body);
  const response = await answered;
  const { statusCode: status = 0, headersDistinct } = response;
  return { status, headers: pairs(headersDistinct), ...(await readBody(response)) };
}

function responseOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // After the response, an error only ends the body, and readBody reports it.
    outgoing.on('error', reject).once('response', resolve);
    outgoing.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('The server upgraded the connection.'));
    });
  });
}

/** Returns `null` if the server does not speak HTTP/2, so that it has not processed the request. */
async function sendHttp2(
  { target, method, path, headers, body }: PlannedRequest,
  signal: AbortSignal,
): Promise<ReplayResponse | null> {
  const { host = [target.authority], ...rest } = Object.fromEntries(
    [...Map.groupBy(headers, ([name]) => name)].map(([name, same]) => [name, same.map(([, value]) => value)]),
  );
  const session = connect(target.origin, connectionTo(target));
  // The stream reports the error too.
  session.on('error', () => {});
  let isHttp2 = false;
  session.once('remoteSettings', () => {
    isHttp2 = true;
  });
  try {
    const stream = session.request(
      {
        ...rest,
        ':method': method,
        ':path': path,
        ':scheme': target.protocol.slice(0, -1),
        ':authority': host.join(),
      },
      { signal, endStream: body.length === 0 },
    );
    const answered = once(stream, 'response', { signal });
    if (body.length > 0) stream.end(body);
    const [{ ':status': status = 0, ...received }] = (await answered) as [IncomingHttpHeaders];
    return { status: Number(status), headers: pairs(received), ...(await readBody(stream)) };
  } catch (error) {
    if (isHttp2 || signal.aborted) throw error;
    return null;
  } finally {
    session.destroy();
  }
}

function pairs(headers: Readonly<Record<string, string | readonly string[] | undefined>>): SentHeader[] {
  return Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): SentHeader => [name, value]),
  );
}

/** Reads a body up to its end or the limit, unless the request is aborted. */
async function readBody(stream: Readable): Promise<Pick<ReplayResponse, 'body' | 'bytes' | 'isComplete'>> {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let bytes = 0;
  const result = (isComplete: boolean) => ({ body: Buffer.concat(chunks), bytes, isComplete });
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      const start = chunk.subarray(0, MAX_KEPT - kept);
      if (start.length > 0) chunks.push(start);
      kept += start.length;
      if (bytes > MAX_READ) return result(false);
    }
    return result(true);
  } catch {
    return result(false);
  }
}
