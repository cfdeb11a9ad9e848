import { first64, ipKey, isIn } from '../net/ip.ts';
import { SHARED } from '../net/networks.ts';
import type { Evidence } from './evidence.ts';
import { hashText } from './hashes.ts';

/** An IPv4 address as a number, or a higher number: a hash of the first 64 bits of an IPv6 address. */
export type ClientKey = number;

/** What identifies a client; `null` if several clients may have this address: that of a proxy, or none at all. */
export function clientKey(ip: string, seed: number): ClientKey | null {
  const key = ipKey(ip);
  if (key === null || isIn(key, SHARED)) return null;
  return typeof key === 'number' ? key : 2 ** 32 + hashText(first64(key), seed);
}

/** In microseconds. Two parts together cover the last 5 to 10 minutes. */
const PART = 300e6;
const MAX_AGENTS = 8;
/** A person does not ask for five missing folders at the root in BURST_TIME. A script (`/x.php`) counts twice. */
const BURST = 5;
const BURST_TIME = 3e6;
/** Limits for the whole window: distinct missing folders at the root, and distinct missing paths. */
const MANY_ROOTS = 11;
const MANY_MISSING = 20;
/** Distinct missing paths that are enough after a probe. */
const SOME_MISSING = 4;
/** Distinct words from word lists, all missing. */
const MANY_WORDS = 4;
/** Pages of programs that the site does not have. People ask for a few of them after a site was rewritten. */
const MANY_FOREIGN = { declared: 8, others: 4 };

/** After five answered requests and hardly any missing path, a client is a visitor of the site. */
export const VISIT = 5;

/** A suspect request: its time, and hashes, which are 0 for what does not apply. */
export interface Suspect {
  readonly time: number;
  readonly agent: number;
  readonly probe: number;
  readonly missing: number;
  /** The first folder, or the file at the root. */
  readonly root: number;
  /** Whether it asks for a program at the root. */
  readonly isScript: boolean;
  readonly word: number;
  /** A page of a program that the site does not have. */
  readonly foreign: number;
}

/** Requests in a part of the window. */
interface Part {
  readonly start: number;
  failed: number;
  answered: number;
}

/** What one client did in the last minutes, in bounded memory. */
export class ClientWindow {
  readonly #probes = new Distinct();
  readonly #missing = new Distinct();
  readonly #roots = new Distinct();
  readonly #words = new Distinct();
  readonly #foreign = new Distinct();
  /** Times of the last requests for a new folder at the root. */
  readonly #burst: number[] = [];
  readonly #agents: number[] = [];
  #previous: Part | null = null;
  #current: Part;
  #last: number;

  constructor(time: number) {
    this.#current = { start: time, failed: 0, answered: 0 };
    this.#last = time;
  }

  addRequest(time: number, isAnswered: boolean): void {
    if (time >= this.#current.start + PART) this.#moveTo(time);
    if (time > this.#last) this.#last = time;
    if (isAnswered) this.#current.answered++;
    else this.#current.failed++;
  }

  /** Adds what is suspect about a request. Call it after the request was added. */
  addSuspect({ time, agent, probe, missing, root, isScript, word, foreign }: Suspect): void {
    const isNewProbe = probe !== 0 && this.#probes.add(probe);
    const isNewPath = missing !== 0 && this.#missing.add(missing);
    if (isNewProbe || isNewPath) this.#addAgent(agent);
    if (word !== 0) this.#words.add(word);
    if (foreign !== 0) this.#foreign.add(foreign);
    if (root === 0 || !this.#roots.add(root)) return;
    this.#addToBurst(time);
    if (isScript) this.#addToBurst(time);
  }

  /** Whether the client is a scanner. `isDeclared` is set if its user agent says what it is (a browser, a bot). */
  isScanner(isDeclared: boolean): boolean {
    const probes = this.#probes.size;
    if (probes >= (isDeclared ? 3 : 2)) return true;
    const missing = this.#missing.size;
    if (missing < SOME_MISSING || !this.#isMostlyMissing()) return false;
    if (this.#words.size >= MANY_WORDS) return true;
    if (this.#foreign.size >= (isDeclared ? MANY_FOREIGN.declared : MANY_FOREIGN.others)) return true;
    return probes > 0 || missing >= MANY_MISSING || this.#roots.size >= MANY_ROOTS || this.#isBurst();
  }

  /** Whether enough paths are missing for a scanner. */
  isDoubtful(): boolean {
    return this.#missing.size >= SOME_MISSING && this.#isMostlyMissing();
  }

  /** Whether the client visits the site: it gets what it asks for. */
  isVisit(): boolean {
    const { answered } = this.evidence();
    return answered >= VISIT && answered > this.#missing.size * 4;
  }

  /** Whether this user agent has asked for a probe or a missing path. An address can have other users. */
  hasAgent(agent: number): boolean {
    return this.#agents.includes(agent);
  }

  evidence(): Evidence {
    const previous = this.#previous;
    return {
      probes: this.#probes.size,
      missing: this.#missing.size,
      failed: this.#current.failed + (previous?.failed ?? 0),
      answered: this.#current.answered + (previous?.answered ?? 0),
      span: this.#last - (previous ?? this.#current).start,
    };
  }

  #isMostlyMissing(): boolean {
    const answered = this.#current.answered + (this.#previous?.answered ?? 0);
    return answered * 4 <= this.#missing.size;
  }

  #isBurst(): boolean {
    if (this.#burst.length < BURST) return false;
    return Math.max(...this.#burst) - Math.min(...this.#burst) <= BURST_TIME;
  }

  #addToBurst(time: number): void {
    if (this.#burst.push(time) > BURST) this.#burst.shift();
  }

  #addAgent(agent: number): void {
    if (this.#agents.length < MAX_AGENTS && !this.#agents.includes(agent)) this.#agents.push(agent);
  }

  #moveTo(time: number): void {
    const isOver = time >= this.#current.start + 2 * PART;
    this.#previous = isOver ? null : this.#current;
    this.#current = { start: time, failed: 0, answered: 0 };
    for (const distinct of [this.#probes, this.#missing, this.#roots, this.#words, this.#foreign]) {
      distinct.nextPart();
      if (isOver) distinct.nextPart();
    }
    if (!isOver) return;
    this.#agents.length = 0;
    this.#burst.length = 0;
  }
}

const MAX_IN_PART = 32;

/** Counts distinct hashes in the last two parts of a window, at most `MAX_IN_PART` in each. */
class Distinct {
  size = 0;
  #current: number[] = [];
  #previous: number[] = [];

  /** Returns whether the hash is new. */
  add(hash: number): boolean {
    if (this.#current.length >= MAX_IN_PART || this.#current.includes(hash)) return false;
    this.#current.push(hash);
    const isNew = !this.#previous.includes(hash);
    if (isNew) this.size++;
    return isNew;
  }

  nextPart(): void {
    this.#previous = this.#current;
    this.#current = [];
    this.size = this.#previous.length;
  }
}
