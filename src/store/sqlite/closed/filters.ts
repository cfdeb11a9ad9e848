import type { IpKey, IpRange } from '../../../net/ip.ts';

const BITS_PER_KEY = 10;
const HASHES = 5;
const TRIGRAM_BITS = 2 ** 17;
/** Characters of the longer parts. All short parts of a text may be common, though the text itself is absent. */
const LONG_PARTS = [8, 20] as const;
const MIN_LONG_PART_BITS = 2 ** 12;
const MAX_LONG_PART_BITS = 2 ** 20;
/** The networks of an address that are in its filter, by the length of their prefix; narrow ones first. */
const IPV4_NETWORKS = [24, 16, 8] as const;
const IPV6_NETWORKS = [64, 48] as const;
/** For the hash of a part of a URL. */
const FACTOR = 0x2c9277b5;
/** A larger range is not looked for in a filter. */
const MAX_NETWORKS = 32;

/** A member of a filter: a text, or the number of an IPv4 address or network. */
export type FilterKey = string | number;

/** A Bloom filter. With 10 bits for each key, one in a hundred other keys is taken for a member. */
export function createFilter(keys: number): Uint8Array {
  return new Uint8Array(Math.ceil((keys * BITS_PER_KEY) / 8) + 1);
}

export function addKey(filter: Uint8Array, key: FilterKey): void {
  eachBit(filter, key, addBit);
}

export function mayHaveKey(filter: Uint8Array, key: FilterKey): boolean {
  return eachBit(filter, key, hasBit);
}

/** Filters of the parts of a segment's URLs: one of all parts of three characters, one of longer parts. */
interface UrlFilters {
  readonly trigrams: Uint8Array;
  readonly longParts: Uint8Array;
}

/** @param characters of all URLs together */
export function createUrlFilters(characters: number): UrlFilters {
  const bits = Math.min(
    MAX_LONG_PART_BITS,
    Math.max(MIN_LONG_PART_BITS, 2 ** Math.ceil(Math.log2(characters / 2 + 1))),
  );
  return { trigrams: new Uint8Array(TRIGRAM_BITS / 8), longParts: new Uint8Array(bits / 8) };
}

export function addUrl({ trigrams, longParts }: UrlFilters, url: string): void {
  const sums = sumsOf(url);
  eachPart(sums, 3, trigrams, addBit);
  for (const length of LONG_PARTS) eachPart(sums, length, longParts, addBit);
}

/** Whether a URL with this text may be in the filters. */
export function mayHaveUrlText({ trigrams, longParts }: UrlFilters, text: string): boolean {
  const sums = sumsOf(text);
  return (
    eachPart(sums, 3, trigrams, hasBit) &&
    LONG_PARTS.every((length) => eachPart(sums, length, longParts, hasBit))
  );
}

/** For each position of a text, a hash of what comes before. The hash of a part is made from the two at its ends. */
function sumsOf(text: string): Int32Array {
  const sums = new Int32Array(text.length + 1);
  for (let i = 0, sum = 0; i < text.length; i++) {
    sum = (Math.imul(sum, FACTOR) + lowerAscii(text.charCodeAt(i)) + 1) | 0;
    sums[i + 1] = sum;
  }
  return sums;
}

/** Calls back with the bit of each part of this length, until it returns `false`. */
function eachPart(sums: Int32Array, length: number, filter: Uint8Array, use: UseBit): boolean {
  const mask = filter.length * 8 - 1;
  let factor = 1;
  for (let i = 0; i < length; i++) factor = Math.imul(factor, FACTOR);
  for (let end = length; end < sums.length; end++) {
    let part = ((sums[end] ?? 0) - Math.imul(sums[end - length] ?? 0, factor)) | 0;
    part = Math.imul(part ^ (part >>> 15), 0x9e3779b1);
    if (!use(filter, ((part ^ (part >>> 13)) >>> 0) & mask)) return false;
  }
  return true;
}

function addBit(filter: Uint8Array, bit: number): boolean {
  filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
  return true;
}

/** A search ignores the case of ASCII letters. */
function lowerAscii(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

/** Calls back with the keys of an address in a filter: its own, and those of the networks that it is in. */
export function eachAddressKey(ip: IpKey, use: (key: FilterKey) => void): void {
  use(networkKey(ip, typeof ip === 'number' ? 32 : 128));
  for (const bits of typeof ip === 'number' ? IPV4_NETWORKS : IPV6_NETWORKS) use(networkKey(ip, bits));
}

/** The keys of a range of addresses: a filter that has none of them has no such address. `null` if there would be too many. */
export function rangeKeys({ from, to }: IpRange): FilterKey[] | null {
  if (from === to) return [networkKey(from, typeof from === 'number' ? 32 : 128)];
  if (typeof from === 'number' && typeof to === 'number') {
    for (const bits of IPV4_NETWORKS) {
      const size = 2 ** (32 - bits);
      const first = Math.floor(from / size);
      const count = Math.floor(to / size) - first + 1;
      if (count <= MAX_NETWORKS)
        return Array.from({ length: count }, (_, i) => networkKey((first + i) * size, bits));
    }
    return null;
  }
  for (const bits of IPV6_NETWORKS)
    if (networkKey(from, bits) === networkKey(to, bits)) return [networkKey(from, bits)];
  return null;
}

function networkKey(ip: IpKey, bits: number): FilterKey {
  if (typeof ip === 'number') return Math.floor(ip / 2 ** (32 - bits)) * 64 + bits;
  return `${ip.slice(0, bits / 4)}/${bits}`;
}

/** Uses a bit of a filter. Returns whether to go on. */
type UseBit = (filter: Uint8Array, bit: number) => boolean;

/** Calls back with each bit of a key, until it returns `false`: the first hash of the key plus a multiple of the second. */
function eachBit(filter: Uint8Array, key: FilterKey, use: UseBit): boolean {
  const bits = filter.length * 8;
  const start = hash(key, 0x811c9dc5, 0x01000193);
  const step = hash(key, 0x1b873593, 0x85ebca6b) | 1;
  for (let i = 0; i < HASHES; i++)
    if (!use(filter, ((start + Math.imul(i, step)) >>> 0) % bits)) return false;
  return true;
}

function hash(key: FilterKey, start: number, factor: number): number {
  let result = start;
  if (typeof key === 'number') {
    result = Math.imul(result ^ (key | 0), factor);
    result = Math.imul(result ^ (result >>> 15) ^ Math.floor(key / 2 ** 32), factor);
    return result ^ (result >>> 13);
  }
  for (let i = 0; i < key.length; i++) result = Math.imul(result ^ key.charCodeAt(i), factor) + i;
  return result;
}

function hasBit(filter: Uint8Array, bit: number): boolean {
  return ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}
