import { type IpKey, type IpRange, ipKey, ipText } from '../../net/ip.ts';

const BITS_PER_TEXT = 10;
const HASHES = 5;
const TRIGRAM_BITS = 2 ** 17;
/** Characters of the longer parts. Most texts are absent as a whole, though all short parts of them are common. */
const LONG_PARTS = [8, 20] as const;
const MIN_LONG_PART_BITS = 2 ** 12;
const MAX_LONG_PART_BITS = 2 ** 20;
/** The networks of an address that are in its filter, by the length of their prefix; narrow ones first. */
const IPV4_NETWORKS = [24, 16, 8] as const;
const IPV6_NETWORKS = [64, 48] as const;
/** Networks to look for at most. */
const MAX_NETWORKS = 32;

/** A Bloom filter. With 10 bits for each text, one in a hundred other texts is taken for a member. */
export function createTextFilter(texts: number): Uint8Array {
  return new Uint8Array(Math.ceil((texts * BITS_PER_TEXT) / 8) + 1);
}

export function addText(filter: Uint8Array, text: string): void {
  const bits = filter.length * 8;
  const [start, step] = hash(text);
  for (let i = 0; i < HASHES; i++) setBit(filter, bitAt(start, step, i, bits));
}

export function mayHaveText(filter: Uint8Array, text: string): boolean {
  const bits = filter.length * 8;
  const [start, step] = hash(text);
  for (let i = 0; i < HASHES; i++) if (!hasBit(filter, bitAt(start, step, i, bits))) return false;
  return true;
}

/** Filters of the parts of a segment's URLs: one of all parts of three characters, one of longer parts. */
export interface UrlFilters {
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
  addParts(trigrams, url, 3);
  for (const length of LONG_PARTS) addParts(longParts, url, length);
}

/** Whether a URL with this text may be in the filters. */
export function mayHaveUrlText({ trigrams, longParts }: UrlFilters, text: string): boolean {
  return hasParts(trigrams, text, 3) && LONG_PARTS.every((length) => hasParts(longParts, text, length));
}

function addParts(filter: Uint8Array, text: string, length: number): void {
  const mask = filter.length * 8 - 1;
  for (let end = length; end <= text.length; end++) setBit(filter, hashPart(text, end - length, end) & mask);
}

function hasParts(filter: Uint8Array, text: string, length: number): boolean {
  const mask = filter.length * 8 - 1;
  for (let end = length; end <= text.length; end++)
    if (!hasBit(filter, hashPart(text, end - length, end) & mask)) return false;
  return true;
}

function hashPart(text: string, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ lowerAscii(text.charCodeAt(i)), 0x9e3779b1);
    hash ^= hash >>> 13;
  }
  return hash >>> 0;
}

/** A search ignores the case of ASCII letters. */
function lowerAscii(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

/** The texts that stand for an address in a filter: the address, and the networks that it is in. */
export function addressTexts(text: string): string[] {
  const key = ipKey(text);
  if (key === null) return [text];
  const networks = typeof key === 'number' ? IPV4_NETWORKS : IPV6_NETWORKS;
  return [ipText(key), ...networks.map((bits) => networkText(key, bits))];
}

/** The texts to look for in a filter to find addresses of a range: any of them. `null` if there would be too many. */
export function rangeTexts({ from, to }: IpRange): string[] | null {
  if (from === to) return [ipText(from)];
  if (typeof from === 'number' && typeof to === 'number') {
    for (const bits of IPV4_NETWORKS) {
      const size = 2 ** (32 - bits);
      const first = Math.floor(from / size);
      const count = Math.floor(to / size) - first + 1;
      if (count <= MAX_NETWORKS)
        return Array.from({ length: count }, (_, i) => networkText((first + i) * size, bits));
    }
    return null;
  }
  for (const bits of IPV6_NETWORKS)
    if (networkText(from, bits) === networkText(to, bits)) return [networkText(from, bits)];
  return null;
}

function networkText(key: IpKey, bits: number): string {
  if (typeof key === 'number') return `${Math.floor(key / 2 ** (32 - bits))}/${bits}`;
  return `${key.slice(0, bits / 4)}/${bits}`;
}

/** Two hashes of a text. Each bit is the first plus a multiple of the second. */
function hash(text: string): readonly [start: number, step: number] {
  let start = 0x811c9dc5;
  let step = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    start = Math.imul(start ^ code, 0x01000193);
    step = Math.imul(step ^ code, 0x85ebca6b) + i;
  }
  return [start, step | 1];
}

function bitAt(start: number, step: number, i: number, bits: number): number {
  return ((start + Math.imul(i, step)) >>> 0) % bits;
}

function setBit(filter: Uint8Array, bit: number): void {
  filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
}

function hasBit(filter: Uint8Array, bit: number): boolean {
  return ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}
