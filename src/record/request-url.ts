import type { IncomingMessage } from 'node:http';

/** A host and an optional port; anything else in a Host header is somebody's idea of a joke. */
const AUTHORITY = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The host a request was made to: its Host header, or without a sound one the address that was dialled. */
export function requestHost(request: IncomingMessage): string {
  const header = request.headers.host;
  if (header !== undefined && header.length <= 260 && AUTHORITY.test(header)) return header.toLowerCase();
  const { localAddress = 'localhost', localPort, localFamily } = request.socket;
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}${localPort ? `:${localPort}` : ''}`;
}

/** The absolute URL that was asked for, unredacted. */
export function requestUrl(request: IncomingMessage, target: string, host: string): string {
  if (ABSOLUTE.test(target)) return target;
  const scheme = 'encrypted' in request.socket && request.socket.encrypted ? 'https' : 'http';
  return `${scheme}://${host}${target === '*' ? '' : target}`;
}

/** An address as it is listed: IPv4-mapped IPv6 folded to IPv4, no interface name. */
export function socketIp(address: string | undefined): string {
  if (address === undefined) return '';
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const zone = address.indexOf('%');
  return zone < 0 ? address : address.slice(0, zone);
}
