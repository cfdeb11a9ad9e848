import { hashText } from './text-hash.ts';

const DOT = 46;
const COLON = 58;
const SHARED_IPV6 = /^(?:::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** What identifies a client: its IPv4 address as a number, or above that range a hash of the first 64 bits of its IPv6 address. */
export type ClientKey = number;

/**
 * `null` for addresses that many clients may share: those of this machine and of private networks, which are often the address of
 * a proxy, and no address at all.
 */
export function clientKey(ip: string, seed: number): ClientKey | null {
  const v4 = ipv4Number(ip);
  if (v4 !== null) return isShared(Math.floor(v4 / 2 ** 24), (v4 >>> 16) & 255) ? null : v4;
  if (!ip.includes(':') || SHARED_IPV6.test(ip)) return null;
  return 2 ** 32 + hashText(first64(ip), seed);
}

function ipv4Number(ip: string): number | null {
  let value = 0;
  let byte = 0;
  for (let i = 0; i < ip.length; i++) {
    const code = ip.charCodeAt(i);
    if (code === DOT) {
      value = value * 256 + byte;
      byte = 0;
    } else if (code >= 48 && code < COLON) byte = byte * 10 + code - 48;
    else return null;
  }
  return ip === '' ? null : value * 256 + byte;
}

function isShared(a: number, b: number): boolean {
  if (a === 10 || a === 127) return true;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 100) return b >= 64 && b < 128;
  return (a === 192 && b === 168) || (a === 169 && b === 254);
}

/** The first four groups of an address in its usual form. */
function first64(ip: string): string {
  let groups = 0;
  for (let i = 0; i < ip.length; i++) {
    if (ip.charCodeAt(i) !== COLON) continue;
    if (++groups === 4) return ip.slice(0, i);
    if (ip.charCodeAt(i + 1) === COLON) break;
  }
  const [left = '', right = ''] = ip.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === '' ? [] : right.split(':');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
