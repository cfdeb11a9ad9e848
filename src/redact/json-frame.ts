import { isFieldName } from './name-lists.ts';
import type { RedactRules } from './rules.ts';

/** A part of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** `{ "name": "token", "value": "…" }`: keys of a name, and of the value that it names. */
const NAME_KEY = /^(?:name|key|field|header|param|parameter|property|attribute|variable|label|id|k)$/i;
const TYPE_KEY = /^type$/i;
const VALUE_KEY = /^(?:value|val|v)$/i;
const CONTENT_KEY = /^(?:data|content)$/i;
const NAME = /^[\w.[\]-]{1,64}$/;

/** An object or a list that is being read, and which of its values are secret because of what is next to them. */
export class JsonFrame {
  readonly from: number;
  readonly isObject: boolean;
  /** The key of the current value; in a list, the key of the list. */
  key: string;
  /** Everything in it is secret. */
  readonly isSecret: boolean;
  readonly #rules: RedactRules;
  readonly #values: Span[] = [];
  readonly #contents: Span[] = [];
  #isName = false;
  #hasName = false;
  #isType = false;
  /** In a list: the last item was the name of a secret, and all items were names of fields. */
  #followsName = false;
  #hasNamesOnly = true;

  constructor(from: number, isObject: boolean, key: string, isSecret: boolean, rules: RedactRules) {
    this.from = from;
    this.isObject = isObject;
    this.key = key;
    this.isSecret = isSecret;
    this.#rules = rules;
  }

  /** Notes a value; `text` is `null` if it is not a string. */
  note(span: Span, text: string | null): void {
    const namesSecret = text !== null && NAME.test(text) && this.#rules.isSecret(text);
    if (!this.isObject) {
      if (this.#followsName) this.#values.push(span);
      this.#followsName = namesSecret;
      this.#hasNamesOnly &&= text !== null && isFieldName(text);
    } else if (VALUE_KEY.test(this.key)) this.#values.push(span);
    else if (CONTENT_KEY.test(this.key)) this.#contents.push(span);
    else if (TYPE_KEY.test(this.key)) this.#isType ||= namesSecret;
    else if (text !== null && NAME_KEY.test(this.key)) {
      this.#hasName = true;
      this.#isName ||= namesSecret;
    }
  }

  /** The values that turned out to be secret. If the rest of the text is missing, it may have named more of them. */
  secrets(isCut: boolean): readonly Span[] {
    if (!this.isObject) return this.#hasNamesOnly && !isCut ? [] : this.#values;
    if (this.#isName || (isCut && !this.#hasName)) return [...this.#values, ...this.#contents];
    return this.#isType ? this.#values : [];
  }
}
