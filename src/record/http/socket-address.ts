import { isAuthority } from '../../net/authority.ts';
import type { RequestLike, SocketLike } from './exchange.ts';

const CONNECTION = Symbol('gatebook.connection');

/** What all requests of a connection share. */
export interface Connection {
  readonly ip: string;
  /** The last Host header that was valid. Most connections have only one. */
  validHost: string | null;
}

export function connectionOf(socket: SocketLike & { [CONNECTION]?: Connection }): Connection {
  socket[CONNECTION] ??= { ip: socketIp(socket.remoteAddress), validHost: null };
  return socket[CONNECTION];
}

export function hasValidHost({ headers: { host } }: RequestLike, connection: Connection): boolean {
  if (host === connection.validHost) return true;
  if (!isAuthority(host)) return false;
  connection.validHost = host;
  return true;
}

/** The address the client connected to, for requests without a valid Host header. */
export function localHost({ localAddress = 'localhost', localPort, localFamily }: SocketLike): string {
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}${localPort ? `:${localPort}` : ''}`;
}

export function isSecure(socket: SocketLike): boolean {
  return 'encrypted' in socket && socket.encrypted === true;
}

/** An address without its zone; IPv4-mapped IPv6 becomes IPv4. */
function socketIp(address: string | undefined): string {
  if (address === undefined) return '';
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const zone = address.indexOf('%');
  return zone < 0 ? address : address.slice(0, zone);
}
