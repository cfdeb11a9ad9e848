/** Counts that are listed before there is an array: most groups have few requests, and an array costs more than all else. */
const MAX_LISTED = 4;

/** Counts by place, from 0 up to a fixed number of places. */
export class SparseCounts {
  readonly #places: number;
  /** Places and their counts in turn, until there are too many; a place may occur again. */
  readonly #listed: number[] = [];
  #counts: Float64Array | null = null;

  constructor(places: number) {
    this.#places = places;
  }

  /** Other places are not counted. */
  add(place: number, count: number): void {
    if (place < 0 || place >= this.#places || count === 0) return;
    const listed = this.#listed;
    if (this.#counts === null && listed.length < 2 * MAX_LISTED) {
      listed.push(place, count);
      return;
    }
    const counts = this.#spread();
    counts[place] = (counts[place] ?? 0) + count;
  }

  addCounts(other: SparseCounts): void {
    const [listed, counts] = [other.#listed, other.#counts];
    if (counts === null)
      for (let at = 0; at < listed.length; at += 2) this.add(listed[at] ?? 0, listed[at + 1] ?? 0);
    else for (let at = 0; at < counts.length; at++) this.add(at, counts[at] ?? 0);
  }

  counts(): number[] {
    return [...this.#spread()];
  }

  /** The array, with what was listed. */
  #spread(): Float64Array {
    if (this.#counts !== null) return this.#counts;
    const counts = new Float64Array(this.#places);
    const listed = this.#listed;
    for (let at = 0; at < listed.length; at += 2) {
      const place = listed[at] ?? 0;
      counts[place] = (counts[place] ?? 0) + (listed[at + 1] ?? 0);
    }
    listed.length = 0;
    this.#counts = counts;
    return counts;
  }
}
