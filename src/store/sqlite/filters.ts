const BITS_PER_TEXT = 10;
const HASHES = 5;
/** Enough for the trigrams of a segment's URLs. */
const TRIGRAM_BITS = 2 ** 17;

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

/** The trigrams of URLs, as a set of bits. */
export function createTrigramFilter(): Uint8Array {
  return new Uint8Array(TRIGRAM_BITS / 8);
}

export function addTrigrams(filter: Uint8Array, text: string): void {
  for (let i = 2; i < text.length; i++) setBit(filter, trigramBit(text, i));
}

/** Whether texts with all trigrams of this one may be in the filter. */
export function mayHaveTrigrams(filter: Uint8Array, text: string): boolean {
  for (let i = 2; i < text.length; i++) if (!hasBit(filter, trigramBit(text, i))) return false;
  return true;
}

function trigramBit(text: string, end: number): number {
  let hash = 0;
  for (let i = end - 2; i <= end; i++) hash = Math.imul(hash ^ lowerAscii(text.charCodeAt(i)), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & (TRIGRAM_BITS - 1);
}

/** A search ignores the case of ASCII letters. */
function lowerAscii(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
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
