const MAX_IN_PART = 32;

/** Counts distinct hashes in the last two parts of a window, 32 a part. */
export class Distinct {
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
