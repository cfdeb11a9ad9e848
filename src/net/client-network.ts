import { first64, type IpKey, ipKey, ipText } from './ip.ts';

/** The network of a client: its IPv4 address, or the first 64 bits of its IPv6 address. A client can choose the others itself. */
export function clientNetwork(key: IpKey): string {
  return typeof key === 'number' ? ipText(key) : `${ipText(first64(key).padEnd(32, '0'))}/64`;
}

/** The network of an address; any other text stays as it is. */
export function clientNetworkOf(ip: string): string {
  const key = ipKey(ip);
  return key === null ? ip : clientNetwork(key);
}
