import { compress, decompress } from '../files/zstd.ts';
import type { TextTest } from './text-test.ts';

/** Texts in a chunk, and characters after which a chunk ends earlier. */
const CHUNK_TEXTS = 1024;
const CHUNK_CHARACTERS = 131_072;
/** Before each text of a chunk. A chunk of texts that have it is JSON. */
export const SEPARATOR = '\n';

/** Divides texts into chunks. */
export function* textChunks(texts: readonly string[]): Generator<readonly string[]> {
  let start = 0;
  let characters = 0;
  for (let i = 0; i < texts.length; i++) {
    characters += texts[i]?.length ?? 0;
    if (i + 1 - start < CHUNK_TEXTS && characters < CHUNK_CHARACTERS && i + 1 < texts.length) continue;
    yield texts.slice(start, i + 1);
    start = i + 1;
    characters = 0;
  }
}

export function encodeTexts(texts: readonly string[]): Buffer {
  const isPlain = texts.every((text) => !text.includes(SEPARATOR) && text.isWellFormed());
  return compress(isPlain ? SEPARATOR + texts.join(SEPARATOR) : JSON.stringify(texts));
}

export function decodeTexts(data: Uint8Array): string[] {
  const stored = decompress(data);
  return stored.startsWith(SEPARATOR) ? stored.slice(1).split(SEPARATOR) : (JSON.parse(stored) as string[]);
}

/** A chunk that single texts are read from: to divide all of it takes longer. */
export interface OpenTexts {
  readonly characters: number;
  at(place: number): string;
}

export function openTexts(data: Uint8Array): OpenTexts {
  const stored = decompress(data);
  const { length: characters } = stored;
  if (!stored.startsWith(SEPARATOR)) {
    const texts = JSON.parse(stored) as string[];
    return { characters, at: (place) => texts[place] ?? '' };
  }
  /** The separators before each text, and the end. */
  const ends: number[] = [];
  for (let end = 0; end >= 0; end = stored.indexOf(SEPARATOR, end + 1)) ends.push(end);
  ends.push(characters);
  return { characters, at: (place) => stored.slice((ends[place] ?? characters) + 1, ends[place + 1]) };
}

/** Calls back with the place of each text of a chunk that matches. */
export function findTexts(
  data: Uint8Array,
  { isMatch, places }: TextTest,
  found: (at: number) => void,
): void {
  const stored = decompress(data);
  if (places === null || !stored.startsWith(SEPARATOR)) {
    const texts = decodeTexts(data);
    for (let at = 0; at < texts.length; at++) if (isMatch(texts[at] ?? '')) found(at);
    return;
  }
  let at = -1;
  let start = 0;
  /** The separator before the next text. */
  let next = 0;
  places.lastIndex = 0;
  for (let match = places.exec(stored); match; match = places.exec(stored)) {
    while (next >= 0 && next < match.index) {
      at++;
      start = next + 1;
      next = stored.indexOf(SEPARATOR, start);
    }
    const end = next < 0 ? stored.length : next;
    if (isMatch(stored.slice(start, end))) found(at);
    places.lastIndex = end;
  }
}
