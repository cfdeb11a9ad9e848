import { isIPv6 } from 'node:net';

/** A sortable form of an IP address: a number for IPv4, 32 hex digits for IPv6. */
export type IpKey = number | string;

/** An inclusive range of addresses of one family. */
export interface IpRange {
  readonly from: IpKey;
  readonly to: IpKey;
}

const [DOT, DIGIT_0, DIGIT_9] = [46, 48, 57];
const IPV4_PREFIX = /^(\d{1,3}(?:\.\d{1,3}){0,2})\.\*?$/;
const IPV4_MAPPED_PREFIX = 'ffff'.padStart(24, '0');

/** `null` if the text is not an IP address. An IPv4-mapped IPv6 address becomes IPv4. */
export function ipKey(text: string): IpKey | null {
  const v4 = ipv4Key(text);
  if (v4 !== null) return v4;
  if (!isIPv6(text)) return null;
  const hex = ipv6Hex(text);
  return hex.startsWith(IPV4_MAPPED_PREFIX) ? Number.parseInt(hex.slice(24), 16) : hex;
}

/** Reads one character after the other, because every recorded request needs it. */
function ipv4Key(text: string): number | null {
  let key = 0;
  let byte = 0;
  let digits = 0;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT) {
      if (digits === 0) return null;
      key = key * 256 + byte;
      byte = 0;
      digits = 0;
      dots++;
    } else if (code >= DIGIT_0 && code <= DIGIT_9) {
      byte = byte * 10 + code - DIGIT_0;
      digits++;
      if (digits > 3 || byte > 255) return null;
    } else return null;
  }
  return dots === 3 && digits > 0 ? key * 256 + byte : null;
}

/** The first 64 bits of an IPv6 address: a client can choose the others. */
export function first64(key: string): string {
  return key.slice(0, 16);
}

/** The canonical text of an address (RFC 5952). */
export function ipText(key: IpKey): string {
  if (typeof key === 'number') return `${key >>> 24}.${(key >>> 16) & 255}.${(key >>> 8) & 255}.${key & 255}`;
  return canonicalIpv6((key.match(/.{4}/g) ?? []).join(':'));
}

/** The usual way to write an address. Any other text stays as it is. */
export function canonicalIp(text: string): string {
  const key = ipKey(text);
  return key === null ? text : ipText(key);
}

/** Parses an address, a CIDR range (`203.0.113.0/24`, `2001:db8::/32`) or an IPv4 prefix (`203.0.113.`, `10.*`). */
export function parseIpRange(text: string): IpRange | null {
  const prefix = IPV4_PREFIX.exec(text)?.[1];
  if (prefix !== undefined) {
    const bytes = prefix.split('.');
    const zeros = Array<string>(4 - bytes.length).fill('0');
    return cidrRange([...bytes, ...zeros].join('.'), bytes.length * 8);
  }
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0) return null;
  if (bits === undefined) {
    const key = ipKey(address);
    return key === null ? null : { from: key, to: key };
  }
  if (!/^\d{1,3}$/.test(bits)) return null;
  const mapped = address.includes(':') && typeof ipKey(address) === 'number';
  return cidrRange(address, Number(bits) - (mapped ? 96 : 0));
}

export function isIn(key: IpKey, ranges: readonly IpRange[]): boolean {
  return ranges.some(({ from, to }) => typeof key === typeof from && key >= from && key <= to);
}

function cidrRange(address: string, bits: number): IpRange | null {
  const key = ipKey(address);
  if (key === null || bits < 0) return null;
  if (typeof key === 'number') {
    if (bits > 32) return null;
    const size = 2 ** (32 - bits);
    const from = Math.floor(key / size) * size;
    return { from, to: from + size - 1 };
  }
  if (bits > 128) return null;
  const size = 1n << BigInt(128 - bits);
  const from = (BigInt(`0x${key}`) / size) * size;
  return { from: hex128(from), to: hex128(from + size - 1n) };
}

function hex128(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}

/** The 32 hex digits of a valid IPv6 address, without its zone. */
function ipv6Hex(text: string): string {
  const zone = text.indexOf('%');
  const address = zone < 0 ? text : text.slice(0, zone);
  const canonical = address.includes('.') ? canonicalIpv6(address) : address.toLowerCase();
  const gap = canonical.indexOf('::');
  if (gap < 0) return groupsHex(canonical);
  const [before, after] = [groupsHex(canonical.slice(0, gap)), groupsHex(canonical.slice(gap + 2))];
  return before + '0'.repeat(32 - before.length - after.length) + after;
}

function groupsHex(groups: string): string {
  let hex = '';
  for (let start = 0, end = 0; start < groups.length; start = end + 1) {
    const colon = groups.indexOf(':', start);
    end = colon < 0 ? groups.length : colon;
    hex += '0000'.slice(end - start) + groups.slice(start, end);
  }
  return hex;
}

/** The URL parser writes IPv6 addresses as RFC 5952 asks, and IPv4 in them as hex. */
function canonicalIpv6(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1);
}
