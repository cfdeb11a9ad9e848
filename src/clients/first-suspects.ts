/** A power of two. */
const SLOTS = 1 << 15;
const FIELDS = 6;
/** In microseconds. */
const MAX_AGE = 600e6;

/** The first suspect request of a client: its time, and hashes, which are 0 for what does not apply. */
export interface Suspect {
  readonly time: number;
  readonly agent: number;
  readonly probe: number;
  readonly missing: number;
  /** The first folder; odd if it is a script. */
  readonly root: number;
  /** A word of word lists. */
  readonly word: number;
  /** A page of a program that the site does not have. */
  readonly foreign: number;
}

export function rootHash(hash: number, ofScript: boolean): number {
  return ((hash & ~1) | (ofScript ? 1 : 0)) >>> 0 || 2;
}

export function isScript(root: number): boolean {
  return root % 2 === 1;
}

/**
 * The first suspect request of each client, and its number of answered requests, in a table of fixed size: a new client may replace an
 * old one. Only the second suspect request gives a client a window, so that a flood from many addresses allocates nothing.
 */
export class FirstSuspects {
  readonly #hashes = new Uint32Array(SLOTS * FIELDS);
  /** The client, the time, and how many requests were answered. */
  readonly #numbers = new Float64Array(SLOTS * 3);

  add(client: number, { time, agent, probe, missing, root, word, foreign }: Suspect): void {
    const slot = slotOf(client);
    const isKnown = this.#isClient(slot, client) && !this.#isOld(slot, time);
    this.#setNumbers(slot, client, time, isKnown ? this.#answered(slot) : 0);
    this.#hashes[slot * FIELDS] = agent;
    this.#hashes[slot * FIELDS + 1] = probe;
    this.#hashes[slot * FIELDS + 2] = missing;
    this.#hashes[slot * FIELDS + 3] = root;
    this.#hashes[slot * FIELDS + 4] = word;
    this.#hashes[slot * FIELDS + 5] = foreign;
  }

  addAnswered(client: number, time: number): void {
    const slot = slotOf(client);
    const isOld = this.#isOld(slot, time);
    if (this.#isClient(slot, client) && !isOld) this.#numbers[slot * 3 + 2] = this.#answered(slot) + 1;
    else if (isOld || !this.#hasSuspect(slot)) {
      this.#setNumbers(slot, client, time, 1);
      this.#hashes[slot * FIELDS] = 0;
    }
  }

  /** How many requests of a client without a window were answered. */
  answeredOf(client: number, time: number): number {
    const slot = slotOf(client);
    return this.#isClient(slot, client) && !this.#isOld(slot, time) ? this.#answered(slot) : 0;
  }

  /** Removes the first suspect request and returns it, with the number of answered requests. */
  take(client: number): (Suspect & { readonly answered: number }) | null {
    const slot = slotOf(client);
    if (!this.#isClient(slot, client) || !this.#hasSuspect(slot)) return null;
    this.#numbers[slot * 3] = 0;
    const [agent = 0, probe = 0, missing = 0, root = 0, word = 0, foreign = 0] = this.#hashes.subarray(
      slot * FIELDS,
      (slot + 1) * FIELDS,
    );
    const time = this.#numbers[slot * 3 + 1] ?? 0;
    return { time, answered: this.#answered(slot), agent, probe, missing, root, word, foreign };
  }

  #setNumbers(slot: number, client: number, time: number, answered: number): void {
    this.#numbers[slot * 3] = client + 1;
    this.#numbers[slot * 3 + 1] = time;
    this.#numbers[slot * 3 + 2] = answered;
  }

  #isClient(slot: number, client: number): boolean {
    return this.#numbers[slot * 3] === client + 1;
  }

  #isOld(slot: number, time: number): boolean {
    return time - (this.#numbers[slot * 3 + 1] ?? 0) > MAX_AGE;
  }

  #hasSuspect(slot: number): boolean {
    return this.#hashes[slot * FIELDS] !== 0;
  }

  #answered(slot: number): number {
    return this.#numbers[slot * 3 + 2] ?? 0;
  }
}

function slotOf(client: number): number {
  return (Math.imul(client, 0x9e3779b1) >>> 17) & (SLOTS - 1);
}
