import { first64, type IpKey, type IpRange, ipKey, ipText, isIn, parseIpRange } from './ip.ts';

/** The addresses of this machine. */
export const LOOPBACK: readonly IpRange[] = rangesOf('127.0.0.0/8', '::1');
/** Addresses that are not reachable from the internet. */
export const PRIVATE: readonly IpRange[] = rangesOf(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
);
/** Addresses that several clients may have. A provider gives those of RFC 6598 to customers behind one public address. */
export const SHARED: readonly IpRange[] = [...LOOPBACK, ...PRIVATE, ...rangesOf('100.64.0.0/10')];
/** Addresses that no client has: unspecified, multicast, broadcast. */
export const NOT_OF_CLIENTS: readonly IpRange[] = rangesOf('0.0.0.0/8', '224.0.0.0/3', '::', 'ff00::/8');

/** @param address of a socket, which may name its interface: `fe80::1%eth0` */
export function isPrivate(address: string): boolean {
  const key = ipKey(address.replace(/%.*/, ''));
  return key !== null && isIn(key, PRIVATE);
}

function rangesOf(...texts: readonly string[]): IpRange[] {
  return texts.map(parseIpRange).filter((range) => range !== null);
}

/** The network of a client: its IPv4 address, or the first 64 bits of its IPv6 address. A client can choose the others itself. */
export function clientNetwork(key: IpKey): string {
  return typeof key === 'number' ? ipText(key) : `${ipText(first64(key).padEnd(32, '0'))}/64`;
}

/** The network of an address; any other text stays as it is. */
export function clientNetworkOf(ip: string): string {
  const key = ipKey(ip);
  return key === null ? ip : clientNetwork(key);
}
