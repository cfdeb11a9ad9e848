import type { IncomingMessage } from 'node:http';

/** Signs that somebody else stands between the reader and us, whatever they say. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|x-envoy-external-address|cf-.*|true-client-ip|fastly-client-ip|x-appengine-.*|x-azure-.*|x-amzn-trace-id)$/;
const LOOPBACK_NAME = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/**
 * Whether a request comes from this very machine: the socket is loopback, the name that was asked for is a
 * loopback name (so no other site's name was pointed here), no proxy has handled it, and no other site's
 * script has sent it. Nothing a request says can widen this.
 */
export function isLocalOnly(request: IncomingMessage): boolean {
  const { headers } = request;
  const address = request.socket.remoteAddress ?? '';
  if (!LOOPBACK_ADDRESS.test(address) && address !== '::1') return false;
  if (!isLoopbackName(headers.host)) return false;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  return isOwnOrigin(headers.origin, headers.host);
}

export function isLoopbackName(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK_NAME.test(host);
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return origin === `http://${host}` || origin === `https://${host}`;
}
