const MAX_TEXT = 16_777_216;

/** Limits the text that all unfinished requests of a book hold together, in characters. */
export class TextBudget {
  #used = 0;

  get isUsedUp(): boolean {
    return this.#used >= MAX_TEXT;
  }

  use(size: number): void {
    this.#used += size;
  }

  release(size: number): void {
    this.#used -= size;
  }
}
