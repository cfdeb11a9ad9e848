import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import { type IpRange, ipKey, ipText, isIn } from '../../net/ip.ts';
import { LOOPBACK, PRIVATE } from '../../net/networks.ts';

/** Whether the key may be used over this connection, and why not. */
export type Transport = { readonly isSafe: true } | { readonly isSafe: false; readonly reason: string };

const SAFE: Transport = { isSafe: true };

export interface TransportRules {
  /** Proxies that are trusted to say which protocol the client used. */
  readonly trustedProxies: readonly IpRange[];
  readonly isProduction: boolean;
}

/**
 * The key is accepted on a loopback connection or a Unix socket, which includes a proxy on this machine; over TLS, also if a trusted proxy
 * ended it; and in development over plain HTTP from a private address, which is what a container's published port looks
 * like.
 */
export function checkTransport(request: IncomingMessage, rules: TransportRules): Transport {
  const address = ipKey((request.socket.remoteAddress ?? '').replace(/%.*/, ''));
  const isFrom = (ranges: readonly IpRange[]) => address !== null && isIn(address, ranges);
  if (isFrom(LOOPBACK) || isEncrypted(request) || isUnixSocket(request)) return SAFE;
  if (isFrom(rules.trustedProxies)) {
    if (saysHttps(request)) return SAFE;
    return unsafe('the proxy did not say that the client used https (X-Forwarded-Proto or Forwarded)');
  }
  if (address === null || !isIn(address, PRIVATE)) return unsafe('it came over plain HTTP. Use https');
  if (!rules.isProduction) return SAFE;
  const proxy = ipText(address);
  return unsafe(
    `it came over plain HTTP from ${proxy}. Use https. If that is your proxy with TLS, add two lines: trustProxy: ['${proxy}'] to the ` +
      "options of gatebook(), and what is proxy_set_header X-Forwarded-Proto $scheme; in nginx to the proxy's configuration",
  );
}

/** A socket without an address is not enough: a closed one has none either. */
function isUnixSocket({ socket }: IncomingMessage): boolean {
  const { server } = socket as { readonly server?: Partial<Server> };
  return typeof server?.address === 'function' && typeof server.address() === 'string';
}

export function isEncrypted({ socket }: IncomingMessage): boolean {
  return 'encrypted' in socket && socket.encrypted === true;
}

/** Whether the client of a proxy used TLS. Only meaningful if the proxy is trusted, or for a cookie's Secure flag. */
export function saysHttps({ headers }: IncomingMessage): boolean {
  const forwardedProto = headers['x-forwarded-proto'];
  if (typeof forwardedProto === 'string')
    return forwardedProto.split(',')[0]?.trim().toLowerCase() === 'https';
  return /(?:^|;)\s*proto="?https"?\s*(?:;|$)/i.test((headers.forwarded ?? '').split(',')[0] ?? '');
}

function unsafe(reason: string): Transport {
  return { isSafe: false, reason };
}
