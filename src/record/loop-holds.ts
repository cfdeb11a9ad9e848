import type { Seq } from '../profile/token.ts';

/** Shorter holds are not worth naming. */
const SHORTEST_MS = 5;
/** Holds remembered: a longer request only knows about the last of them. */
const MAX_HOLDS = 64;

/** A request or job whose code runs on the event loop. */
export interface Holder {
  /** `null` if it is not recorded. */
  readonly seq: Seq | null;
}

/** A time in which the event loop ran the code of one request and nothing else, in values of `performance.now()`. */
interface Hold {
  readonly seq: Seq;
  readonly from: number;
  readonly to: number;
}

const NO_HOLDS: readonly Hold[] = [];
const resolved = Promise.resolve();

/**
 * Finds out which request held the event loop. A turn of the loop belongs to a request if code of that request was seen
 * in it and code of no other was. It starts when that code is first seen, and ends when no callback is left to run.
 */
export class LoopHolds {
  readonly #holds: Hold[] = [];
  #holder: Holder | null = null;
  #from = 0;
  #isShared = false;

  /** Code of this request runs now. */
  enter(holder: Holder, now: number): void {
    if (this.#holder) {
      if (this.#holder !== holder) this.#isShared = true;
      return;
    }
    this.#holder = holder;
    this.#from = now;
    this.#isShared = false;
    void resolved.then(this.#endTurn);
  }

  /** The longest of its own holds in this time, in milliseconds; 0 if it had none. */
  longestOf(holder: Holder, from: number, to: number): number {
    let longest = this.#holder === holder && !this.#isShared ? to - this.#from : 0;
    for (const hold of this.#since(from))
      if (hold.seq === holder.seq) longest = Math.max(longest, overlap(hold, from, to));
    return longest < SHORTEST_MS ? 0 : longest;
  }

  /** The longest hold of another request in this time, and how much of it was in this time, in milliseconds. */
  longestOfOthers(holder: Holder, from: number, to: number): { seq: Seq; duration: number } | null {
    let longest: { seq: Seq; duration: number } | null = null;
    for (const hold of this.#since(from)) {
      const duration = hold.seq === holder.seq ? 0 : overlap(hold, from, to);
      if (duration >= Math.max(SHORTEST_MS, longest?.duration ?? 0)) longest = { seq: hold.seq, duration };
    }
    return longest;
  }

  /** Most requests see none, so this costs them nothing. */
  #since(time: number): readonly Hold[] {
    const first = this.#holds.findLastIndex(({ to }) => to <= time) + 1;
    return first === this.#holds.length ? NO_HOLDS : this.#holds.slice(first);
  }

  /** Promises run before this. Node runs a tick that is added now after all of them, as the last of the turn. */
  readonly #endTurn = (): void => process.nextTick(this.#end);

  readonly #end = (): void => {
    const seq = this.#holder?.seq ?? null;
    const from = this.#from;
    this.#holder = null;
    const to = performance.now();
    if (seq === null || this.#isShared || to - from < SHORTEST_MS) return;
    this.#holds.push({ seq, from, to });
    if (this.#holds.length > MAX_HOLDS) this.#holds.shift();
  };
}

function overlap(hold: Hold, from: number, to: number): number {
  return Math.min(hold.to, to) - Math.max(hold.from, from);
}
