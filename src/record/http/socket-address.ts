import type { SocketLike } from './exchange.ts';

/** The address that was dialled: for requests that do not say which host they want. */
export function dialledHost({ localAddress = 'localhost', localPort, localFamily }: SocketLike): string {
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}${localPort ? `:${localPort}` : ''}`;
}

export function isSecure(socket: SocketLike): boolean {
  return 'encrypted' in socket && socket.encrypted === true;
}

/** An address as it is listed: IPv4-mapped IPv6 folded to IPv4, no interface name. */
export function socketIp(address: string | undefined): string {
  if (address === undefined) return '';
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const zone = address.indexOf('%');
  return zone < 0 ? address : address.slice(0, zone);
}
