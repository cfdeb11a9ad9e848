/** Counts that are listed one by one before there is an array: most groups have few requests, and an array costs more than all else. */
const MAX_LISTED = 12;
const NONE = new Float64Array(0);

/** Counts by place. The array covers only the places between the first and the last. */
export class SparseCounts {
  /** Places that are added at once when the array grows. */
  readonly #block: number;
  /** Places and their counts in turn, until there are too many; a place may occur again. */
  #listed: number[] | null = [];
  /** The place of the first count in the array. */
  #first = 0;
  #counts = NONE;

  constructor(block = 64) {
    this.#block = block;
  }

  add(place: number, count: number): void {
    if (count === 0) return;
    if (this.#listed !== null) {
      if (this.#listed.length < 2 * MAX_LISTED) {
        this.#listed.push(place, count);
        return;
      }
      this.#spread();
    }
    if (place < this.#first || place >= this.#first + this.#counts.length) this.#growTo(place);
    const at = place - this.#first;
    this.#counts[at] = (this.#counts[at] ?? 0) + count;
  }

  addAll({ first, counts }: { readonly first: number; readonly counts: ArrayLike<number> }): void {
    for (let at = 0; at < counts.length; at++) this.add(first + at, counts[at] ?? 0);
  }

  addCounts(other: SparseCounts): void {
    const listed = other.#listed;
    if (listed === null) this.addAll({ first: other.#first, counts: other.#counts });
    else for (let at = 0; at < listed.length; at += 2) this.add(listed[at] ?? 0, listed[at + 1] ?? 0);
  }

  /** The counts from the first to the last that is not 0, and the place of the first. */
  trimmed(): { first: number; counts: number[] } {
    this.#spread();
    const first = this.#counts.findIndex((count) => count > 0);
    if (first < 0) return { first: 0, counts: [] };
    const last = this.#counts.findLastIndex((count) => count > 0);
    return { first: this.#first + first, counts: [...this.#counts.subarray(first, last + 1)] };
  }

  /** The counts of the places from 0 up to, but not including, `end`. */
  upTo(end: number): number[] {
    this.#spread();
    const counts = Array<number>(end).fill(0);
    for (let place = 0; place < end; place++) counts[place] = this.#counts[place - this.#first] ?? 0;
    return counts;
  }

  /** Moves the counts from the list to the array. */
  #spread(): void {
    const listed = this.#listed ?? [];
    this.#listed = null;
    for (let at = 0; at < listed.length; at += 2) this.add(listed[at] ?? 0, listed[at + 1] ?? 0);
  }

  #growTo(place: number): void {
    const start = Math.floor(place / this.#block) * this.#block;
    const isEmpty = this.#counts.length === 0;
    const first = isEmpty ? start : Math.min(this.#first, start);
    const end = Math.max(this.#first + this.#counts.length, start + this.#block);
    const grown = new Float64Array(end - first);
    grown.set(this.#counts, isEmpty ? 0 : this.#first - first);
    this.#first = first;
    this.#counts = grown;
  }
}
