import { createLru } from '../lru.ts';
import { hashText } from './text-hash.ts';

/** A power of two. */
const SLOTS = 1 << 15;
const MAX_HOSTS = 1000;
/** A site that seems to have this much software at once has a page for everything. */
const MAX_SOFTWARE = 3;

/**
 * Remembers what sites answer with 2xx: folders, and the software of the catalogue. It has a fixed size: a new
 * folder may replace an old one, and hosts that are not used are forgotten.
 */
export class SiteAnswers {
  readonly #seed: number;
  readonly #folders = new Uint32Array(SLOTS);
  /** A bit for each kind of software. */
  readonly #software = createLru<number, number>(MAX_HOSTS);

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** `length` is that of the path up to its last slash. */
  addFolder(host: string, path: string, length: number): void {
    const key = this.#key(host, path, length);
    this.#folders[key & (SLOTS - 1)] = key;
  }

  hasFolder(host: string, path: string, length: number): boolean {
    const key = this.#key(host, path, length);
    return this.#folders[key & (SLOTS - 1)] === key;
  }

  addSoftware(host: string, software: number): void {
    const key = hashText(host, this.#seed);
    this.#software.set(key, (this.#software.get(key) ?? 0) | (1 << software));
  }

  /** Whether the site has this kind of software, and not a page for everything. */
  hasSoftware(host: string, software: number): boolean {
    const bits = this.#software.get(hashText(host, this.#seed)) ?? 0;
    return (bits & (1 << software)) !== 0 && !hasMoreThan(MAX_SOFTWARE, bits);
  }

  /** Whether the site answers everything, so that its answers mean nothing. */
  hasEverything(host: string): boolean {
    return hasMoreThan(MAX_SOFTWARE, this.#software.get(hashText(host, this.#seed)) ?? 0);
  }

  #key(host: string, path: string, length: number): number {
    return hashText(path, hashText(host, this.#seed), length);
  }
}

function hasMoreThan(count: number, bits: number): boolean {
  let left = bits;
  for (let n = 0; n < count; n++) left &= left - 1;
  return left !== 0;
}
