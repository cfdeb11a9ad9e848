import { createLru } from '../lru.ts';
import { hashText } from './hashes.ts';
import { CODE_IN_URL, SECRET_FILE } from './probe.ts';

/** A power of two. */
const SLOTS = 1 << 15;
const MAX_HOSTS = 1000;
/** More kinds of software than this: a site that answers any path. Fewer are enough if it seems to have a secret file too. */
const MAX_SOFTWARE = 6;
const MAX_WITH_SECRETS = 3;
/** The bits for kinds of programs come after those for software. */
const FIRST_SCRIPT = 21;

/**
 * Remembers what sites answer with 2xx: folders, and the software of the catalogue. It has a fixed size: a new
 * folder may replace an old one, and hosts that are not used are forgotten.
 */
export class SiteAnswers {
  readonly #seed: number;
  readonly #folders = new Uint32Array(SLOTS);
  /** A bit for each kind of software. */
  readonly #software = createLru<number, number>(MAX_HOSTS);
  /** The last host, because most requests are for the same host as the one before. */
  #host = '';
  #hash = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** `length` is the length of the path up to its last slash. */
  addFolder(host: string, path: string, length: number): void {
    const key = this.#key(host, path, length);
    this.#folders[key & (SLOTS - 1)] = key;
  }

  hasFolder(host: string, path: string, length: number): boolean {
    const key = this.#key(host, path, length);
    return this.#folders[key & (SLOTS - 1)] === key;
  }

  /** Remembers a network drive: the files in its first folder can have any name. */
  addDrive(host: string, path: string): void {
    const length = path.indexOf('/', 1) + 1;
    if (length === 0) return;
    const key = ~this.#key(host, path, length) >>> 0;
    this.#folders[key & (SLOTS - 1)] = key;
  }

  isInDrive(host: string, path: string): boolean {
    const length = path.indexOf('/', 1) + 1;
    const key = ~this.#key(host, path, length) >>> 0;
    return length > 0 && this.#folders[key & (SLOTS - 1)] === key;
  }

  addSoftware(host: string, software: number): void {
    this.#software.set(this.#hashOf(host), this.#bitsOf(host) | (1 << software));
  }

  /** Whether the site has this kind of software, and does not answer every path. */
  hasSoftware(host: string, software: number): boolean {
    const bits = this.#bitsOf(host);
    return (bits & (1 << software)) !== 0 && !isEverything(bits);
  }

  /** Whether the site answers every path, so that its answers prove nothing. */
  hasEverything(host: string): boolean {
    return isEverything(this.#bitsOf(host));
  }

  addScripts(host: string, kind: number): void {
    this.addSoftware(host, FIRST_SCRIPT + kind);
  }

  /** Whether the site has pages of this kind of program, or seems to. */
  hasScripts(host: string, kind: number): boolean {
    return (this.#bitsOf(host) & (1 << (FIRST_SCRIPT + kind))) !== 0;
  }

  #bitsOf(host: string): number {
    return this.#software.get(this.#hashOf(host)) ?? 0;
  }

  #hashOf(host: string): number {
    if (host !== this.#host || this.#hash === 0) {
      this.#host = host;
      this.#hash = hashText(host, this.#seed);
    }
    return this.#hash;
  }

  #key(host: string, path: string, length: number): number {
    return hashText(path, this.#hashOf(host), length);
  }
}

function isEverything(bits: number): boolean {
  const kinds = bits & ~(1 << CODE_IN_URL) & ~(0b11111 << FIRST_SCRIPT);
  return hasMoreThan(kinds & (1 << SECRET_FILE) ? MAX_WITH_SECRETS : MAX_SOFTWARE, kinds);
}

function hasMoreThan(count: number, bits: number): boolean {
  let left = bits;
  for (let n = 0; n < count; n++) left &= left - 1;
  return left !== 0;
}
