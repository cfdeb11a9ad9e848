import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Headers only those who stand between the reader and us write, whatever they say. */
const FORWARDING =
  /forward|(?:^|-)(?:ip|addr|address)$|^via$|^x-original-|^cf-|^x-appengine-|^x-azure-|^x-amzn-trace-id$/;
const LOOPBACK_NAME = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/**
 * Whether a request comes from this very machine: the socket is loopback, the name that was asked for is a
 * loopback name (so no other site's name was pointed here), no proxy has handled it, and no other site
 * has sent it behind the reader's back. Nothing a request says can widen this.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { headers } = request;
  const address = request.socket.remoteAddress ?? '';
  if (!LOOPBACK_ADDRESS.test(address) && address !== '::1') return false;
  const host = hostOf(headers);
  if (!isLoopbackName(host)) return false;
  if (isProxied(request)) return false;
  return isSameOrigin(headers.origin, host) && !isCrossSite(headers);
}

/** In HTTP/2 the authority is what was asked for, whatever a Host header says beside it. */
function hostOf(headers: IncomingHttpHeaders): string | undefined {
  const authority = headers[':authority'];
  return typeof authority === 'string' ? authority : headers.host;
}

export function isLoopbackName(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK_NAME.test(host);
}

/** No browser speaks HTTP/1.0; a plain `proxy_pass` of nginx does, and adds no header. */
function isProxied({ httpVersion, headers }: IncomingMessage): boolean {
  return Number(httpVersion) < 1.1 || Object.keys(headers).some((name) => FORWARDING.test(name));
}

/** A request another site's page makes, unless it is a link that the reader follows. */
function isCrossSite(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

function isSameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return origin === `http://${host}` || origin === `https://${host}`;
}
