import { withDecompressed } from '../files/zstd.ts';
import { decodeTexts, SEPARATOR } from './texts.ts';

/** IPv6 addresses as numbers, by id: they are compared in a fraction of the time that texts take. */
export interface Ipv6Keys {
  /** A 1 for each id that is an IPv6 address. */
  readonly isIpv6: Uint8Array;
  /** The four words of each. */
  readonly words: Uint32Array;
}

/** An IPv6 address is stored as this and 32 hex digits. */
export const IPV6 = ':';
const [NEWLINE, COLON] = [SEPARATOR.charCodeAt(0), IPV6.charCodeAt(0)];
const WORDS = 4;
const DIGITS_PER_WORD = 8;

export function createIpv6Keys(count: number): Ipv6Keys {
  return { isIpv6: new Uint8Array(count), words: new Uint32Array(count * WORDS) };
}

/** Sets an address from its 32 hex digits. */
export function setIpv6(keys: Ipv6Keys, id: number, digits: string): void {
  setBytes(keys, id, Buffer.from(digits), 0);
}

/** Sets the addresses of a chunk of texts, whose first one has this id. Other texts are left out. */
export function decodeIpv6(data: Uint8Array, keys: Ipv6Keys, first: number): void {
  withDecompressed(data, (bytes) => {
    if (bytes[0] !== NEWLINE) {
      for (const [at, text] of decodeTexts(data).entries())
        if (text.startsWith(IPV6)) setIpv6(keys, first + at, text.slice(1));
      return;
    }
    let id = first - 1;
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] !== NEWLINE) continue;
      id++;
      if (bytes[i + 1] === COLON) setBytes(keys, id, bytes, i + 2);
    }
  });
}

function setBytes({ isIpv6, words }: Ipv6Keys, id: number, bytes: Uint8Array, start: number): void {
  isIpv6[id] = 1;
  for (let word = 0; word < WORDS; word++) {
    let value = 0;
    for (let i = 0; i < DIGITS_PER_WORD; i++) {
      const code = bytes[start + word * DIGITS_PER_WORD + i] ?? 0;
      // The value of a digit is its last four bits, that of a letter is 9 more.
      value = (value << 4) | ((code & 15) + (code >> 6) * 9);
    }
    words[id * WORDS + word] = value;
  }
}

/** Sets a 1 for each id whose address is in a range, both ends inclusive. */
export function findIpv6({ isIpv6, words }: Ipv6Keys, from: string, to: string, found: Uint8Array): void {
  const ends = createIpv6Keys(2);
  setIpv6(ends, 0, from);
  setIpv6(ends, 1, to);
  const [first, last] = [ends.words.subarray(0, WORDS), ends.words.subarray(WORDS)];
  for (let id = 0; id < found.length; id++) {
    const start = id * WORDS;
    if (isIpv6[id] === 1 && compare(words, start, first) >= 0 && compare(words, start, last) <= 0)
      found[id] = 1;
  }
}

function compare(words: Uint32Array, start: number, other: Uint32Array): number {
  for (let word = 0; word < WORDS; word++) {
    const distance = (words[start + word] as number) - (other[word] as number);
    if (distance !== 0) return distance;
  }
  return 0;
}

/** The first half of an address, 16 hex digits. */
export function networkDigits({ words }: Ipv6Keys, id: number): string {
  const digits = (word: number) =>
    (words[id * WORDS + word] ?? 0).toString(16).padStart(DIGITS_PER_WORD, '0');
  return digits(0) + digits(1);
}

/** Random and odd, so that no client can choose networks with the same hash. */
const SEEDS = crypto.getRandomValues(new Uint32Array(2)).map((seed) => seed | 1);

/** A number of 32 bits for the first half of an address. */
export function networkHash({ words }: Ipv6Keys, id: number): number {
  const [a = 1, b = 1] = SEEDS;
  const mixed = Math.imul(words[id * WORDS] as number, a) ^ Math.imul(words[id * WORDS + 1] as number, b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Finds the first id with the same first half of its address. */
export function networkFinder(keys: Ipv6Keys): (id: number) => number {
  const { isIpv6, words } = keys;
  const buckets = 2 ** Math.ceil(Math.log2(isIpv6.length + 1));
  /** Linked lists of ids: the first of each bucket, and the next after each id. Stored plus one, 0 ends a list. */
  const [heads, next] = [new Int32Array(buckets), new Int32Array(isIpv6.length)];
  return (id) => {
    const bucket = networkHash(keys, id) & (buckets - 1);
    for (let other = heads[bucket] as number; other !== 0; other = next[other - 1] as number) {
      const at = (other - 1) * WORDS;
      if (words[at] === words[id * WORDS] && words[at + 1] === words[id * WORDS + 1]) return other - 1;
    }
    next[id] = heads[bucket] as number;
    heads[bucket] = id + 1;
    return id;
  };
}
