import { hasRandomWord } from '../names/shape.ts';
import type { RedactRules } from '../rules.ts';
import { isAt, MAX_NAME, QUOTE } from './characters.ts';
import { byName, type Found } from './found.ts';
import { type Place, quotedEnd, valueEnd } from './value-end.ts';

const MAX_DEPTH = 100;
/** More values than this before a name do not belong to one field. */
const MAX_PENDING = 20;
/** A value that may be a name: a word, a path, or a list of these, perhaps quoted. */
const NAME_VALUE =
  /^(?:["'`]?[\p{L}\p{N}_$./[\]*-][\p{L}\w$./[\]*~-]{0,99}["'`]?|\[[\s\p{L}\w"'`,$./-]{1,99}\]?)$/u;

/** A value that waits for its name. Its end is looked for later, because it may be as long as the rest of the text. */
interface Pending {
  readonly from: number;
  readonly place: Place;
  readonly isMessage: boolean;
}

/** An object that is being read. */
interface Frame {
  /** The name of a secret that one of its fields has as value; empty if there is none. */
  named: string;
  /** Values that were read before their name. */
  readonly values: Pending[];
}

/** Finds values whose names are next to them: `{ path: 'password', value: '…' }`, in any order. */
export class Frames {
  readonly #text: string;
  readonly #rules: RedactRules;
  readonly #found: Found[];
  readonly #open: Frame[] = [];
  readonly #outside: Frame = { named: '', values: [] };
  /** The end of the last quoted value: brackets inside of it do not open an object. */
  #quotedEnd = 0;

  constructor(text: string, rules: RedactRules, found: Found[]) {
    this.#text = text;
    this.#rules = rules;
    this.#found = found;
  }

  open(at: number): number {
    // Nested objects are about the same name.
    if (at >= this.#quotedEnd && this.#open.length < MAX_DEPTH)
      this.#open.push({ named: this.#open.at(-1)?.named ?? '', values: [] });
    return at + 1;
  }

  close(at: number): number {
    if (at >= this.#quotedEnd) this.#open.pop();
    return at + 1;
  }

  /** Hides the values of open objects: the rest of a text that was cut may have named them. */
  end(): void {
    let hidden = 0;
    for (const { values } of this.#open)
      for (const value of values) if (value.from >= hidden) hidden = this.#hide(value, 'value') ?? hidden;
  }

  /** Reads a field whose value is a name. Returns where to go on; `null` if it does not name a secret. */
  name(from: number): number | null {
    const value = nameAt(this.#text, from);
    if (!NAME_VALUE.test(value) || !namesSecret(value, this.#rules)) return null;
    const frame = this.#open.at(-1) ?? this.#outside;
    frame.named = value;
    for (const pending of frame.values.splice(0)) this.#hide(pending, value);
    return from + value.length;
  }

  /** Reads a field whose value may be named by another field. */
  value(from: number, place: Place, isMessage: boolean): number | null {
    const frame = this.#open.at(-1) ?? this.#outside;
    if (frame.named !== '') return this.#hide({ from, place, isMessage }, frame.named);
    if (frame.values.length < MAX_PENDING) frame.values.push({ from, place, isMessage });
    if (from >= this.#quotedEnd && isAt(this.#text, from, QUOTE))
      this.#quotedEnd = quotedEnd(this.#text, from);
    return null;
  }

  /** Keeps a message unless it seems to repeat the value. */
  #hide({ from, place, isMessage }: Pending, name: string): number | null {
    const to = valueEnd(this.#text, from, place);
    if (isMessage && !hasRandomWord(this.#text.slice(from, to))) return null;
    this.#found.push(byName(from, to, name));
    return to;
  }
}

/** A quoted or bare text, or a list, that may be a name. */
function nameAt(text: string, from: number): string {
  const start = text.slice(from, from + MAX_NAME);
  const [value = ''] = /^(?:(["'`])(?:(?!\1)[^\\])*\1|\[[^\]]*\]?|[^\s,;}"'`]*)/.exec(start) ?? [];
  return value;
}

/** Whether a part of a path is the name of a secret: `/user/password`, `['body', 'password']`. */
export function namesSecret(path: string, rules: RedactRules): boolean {
  return path.split(/[^\p{L}\p{N}_$-]+/u).some((part) => part !== '' && rules.isSecret(part));
}
