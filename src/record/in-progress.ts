import type { Draft } from '../pipeline/draft/draft.ts';

/** A request or job that has started and not ended. */
export interface Unfinished {
  /** A value of `performance.now()`. */
  readonly startedAt: number;
  /** What is recorded of it if the process ends without a word. */
  progress(): Draft;
}

/** The requests or jobs of a book that have started and not ended. */
export interface InProgress {
  /** Records them as ended by the end of the process. */
  endAll(by: string): void;
  /** Those that are recorded if the process ends without a word, the oldest first. */
  unfinished?(): Iterable<Unfinished>;
}

/** Where an item is in the list; below 0 if it is not in it. Only the list changes it. */
interface Placed {
  place: number;
}

const CAPACITY = 64;

/**
 * What is in progress, the oldest first.
 *
 * A Set that is added to and deleted from all the time replaces its table again and again. V8 frees the old tables late, and what they
 * point to with them: each request would survive until the whole heap is searched, 6 KB of it, and be copied on the way there.
 * A place in this list is written over, so nothing keeps what has left it.
 */
export class InProgressList<Item extends Placed> {
  readonly #items: (Item | undefined)[] = Array.from({ length: CAPACITY });
  #end = 0;
  size = 0;

  add(item: Item): void {
    if (this.#end === this.#items.length && this.size <= this.#end / 2) this.#closeGaps();
    item.place = this.#end;
    this.#items[this.#end++] = item;
    this.size++;
  }

  delete(item: Item): void {
    if (this.#items[item.place] !== item) return;
    this.#items[item.place] = undefined;
    item.place = -1;
    this.size--;
  }

  /** While the loop runs, items may be deleted, and none may be added. */
  *[Symbol.iterator](): Generator<Item> {
    for (let at = 0; at < this.#end; at++) {
      const item = this.#items[at];
      if (item) yield item;
    }
  }

  #closeGaps(): void {
    let end = 0;
    for (const item of this.#items) {
      if (!item) continue;
      item.place = end;
      this.#items[end++] = item;
    }
    this.#items.fill(undefined, end);
    this.#end = end;
  }
}
