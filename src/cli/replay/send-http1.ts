import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SentHeader } from './given-header.ts';
import { type ReplayResponse, readBody, type Send } from './replay-response.ts';
import { connectionTo } from './replay-target.ts';

const HAS_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Sends a request over HTTP/1.1. Redirects are not followed, and no proxy is used. */
export const sendHttp1: Send = async ({ target, method, path, headers, body }, more, signal) => {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send({
    ...connectionTo(target),
    host: target.hostname,
    port: target.port,
    method,
    path,
    // An agent of its own: the global one may use the proxy of the environment.
    agent: false,
    setHost: false,
    signal,
  });
  for (const [name, value] of [...headers, ...more]) outgoing.appendHeader(name, value);
  if (body.length > 0 || HAS_BODY.has(method)) outgoing.setHeader('content-length', body.length);
  const answered = responseOf(outgoing);
  outgoing.end(body);
  const response = await answered;
  const { statusCode: status = 0 } = response;
  return { status, headers: pairs(response.rawHeaders), ...(await readBody(response)) };
};

function responseOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // After the response, an error ends its body, which says so itself.
    outgoing.on('error', reject).once('response', resolve);
    outgoing.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('The server upgraded the connection.'));
    });
  });
}

function pairs(raw: readonly string[]): ReplayResponse['headers'] {
  const headers: SentHeader[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([(raw[i] ?? '').toLowerCase(), raw[i + 1] ?? '']);
  return headers;
}
