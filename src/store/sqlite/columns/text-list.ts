import type { Texts } from './segment-rows.ts';
import type { TextTest } from './text-test.ts';

/** Characters compared in one slice of work. */
const SLICE_CHARACTERS = 65_536;

/** Texts in memory. It takes the texts of each block without looking for equal ones. */
export class TextList implements Texts {
  readonly #texts: string[];
  characters = 0;

  /** @param first what the entries have that have no such text */
  constructor(...first: string[]) {
    this.#texts = first;
  }

  get length(): number {
    return this.#texts.length;
  }

  at(id: number): string {
    return this.#texts[id] ?? '';
  }

  all(): readonly string[] {
    return this.#texts;
  }

  /** Returns the id. */
  push(text: string): number {
    this.characters += text.length;
    return this.#texts.push(text) - 1;
  }

  append(texts: readonly string[]): void {
    for (const text of texts) this.push(text);
  }

  *matching({ isMatch }: TextTest): Generator<void, Uint8Array> {
    const texts = this.#texts;
    const found = new Uint8Array(texts.length);
    for (let id = 0, left = SLICE_CHARACTERS; id < found.length; id++) {
      const text = texts[id] ?? '';
      if (isMatch(text)) found[id] = 1;
      left -= text.length;
      if (left > 0) continue;
      yield;
      left = SLICE_CHARACTERS;
    }
    return found;
  }
}
