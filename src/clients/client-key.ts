import { first64, ipKey, isIn } from '../net/ip.ts';
import { SHARED } from '../net/networks.ts';
import { hashText } from './text-hash.ts';

/** What identifies a client: its IPv4 address as a number, or above that range a hash of the first 64 bits of its IPv6 address. */
export type ClientKey = number;

/**
 * `null` for addresses that many clients may share: those of this machine and of private networks, which are often the address of
 * a proxy, and no address at all.
 */
export function clientKey(ip: string, seed: number): ClientKey | null {
  const key = ipKey(ip);
  if (key === null || isIn(key, SHARED)) return null;
  return typeof key === 'number' ? key : 2 ** 32 + hashText(first64(key), seed);
}
