import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isPrivate } from './networks.ts';

/** Names of headers that only proxies add. */
const FORWARDING =
  /forward|(?:^|-)(?:ip|addr|address)$|^via$|^x-original-|^cf-|^x-appengine-|^x-azure-|^x-amzn-trace-id$/;
const LOOPBACK_NAME = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/**
 * Whether a request comes from this machine: the socket is loopback, the requested host is a loopback name (which
 * prevents DNS rebinding), no proxy has forwarded it, and no other site has sent it. Headers can only make the answer
 * `false`.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  return isLoopbackAddress(request.socket.remoteAddress ?? '') && asksForThisMachine(request);
}

/**
 * Whether a request looks as if it came from the machine whose port this container publishes: the socket is private, because the
 * container sees its gateway, and all else is as from this machine. Anybody in a private network can send such a request.
 */
export function isThroughGateway(request: IncomingMessage): boolean {
  return isPrivate(request.socket.remoteAddress ?? '') && asksForThisMachine(request);
}

function asksForThisMachine(request: IncomingMessage): boolean {
  const { headers } = request;
  const host = hostOf(headers);
  if (!isLoopbackName(host)) return false;
  if (isForwarded(request)) return false;
  return isSameOrigin(headers, host) && !isCrossSite(headers);
}

export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESS.test(address) || address === '::1';
}

/** In HTTP/2, `:authority` takes precedence over the Host header. */
function hostOf(headers: IncomingHttpHeaders): string | undefined {
  const authority = headers[':authority'];
  return typeof authority === 'string' ? authority : headers.host;
}

export function isLoopbackName(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK_NAME.test(host);
}

/** Whether a proxy has passed a request on, as far as this can be seen. */
export function isProxied(request: IncomingMessage): boolean {
  return isForwarded(request) || !isLoopbackName(hostOf(request.headers));
}

/** Browsers do not send HTTP/1.0; a plain `proxy_pass` in nginx does, and adds no header. */
function isForwarded({ httpVersion, headers }: IncomingMessage): boolean {
  return Number(httpVersion) < 1.1 || Object.keys(headers).some((name) => FORWARDING.test(name));
}

/** Whether another site's page makes the request. Following a link is allowed. */
export function isCrossSite(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

/** Whether a request comes from a page of this host. Only browsers send these headers. */
export function isSameOrigin(headers: IncomingHttpHeaders, host: string | undefined): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  // A form on a page with the Referrer-Policy no-referrer sends the origin "null".
  if (origin === 'null') return headers['sec-fetch-site'] === 'same-origin';
  return origin === `http://${host}` || origin === `https://${host}`;
}
