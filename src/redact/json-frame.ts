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
  /** Those that may be secret if the rest of the text is missing. */
  readonly #simple: Span[] = [];
  #namesSecret = false;
  #typeNamesSecret = false;
  #hasObjects = false;
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
  note(span: Span, text: string | null, hasObjects = false): void {
    const isValue = this.isObject
      ? VALUE_KEY.test(this.key) || CONTENT_KEY.test(this.key)
      : this.#followsName;
    if (isValue && !hasObjects) this.#simple.push(span);
    this.#hasObjects ||= hasObjects;
    const namesSecret = text !== null && NAME.test(text) && this.#rules.isSecret(text);
    if (!this.isObject) {
      if (this.#followsName) this.#values.push(span);
      this.#followsName = namesSecret;
      this.#hasNamesOnly &&= text !== null && isFieldName(text);
    } else if (VALUE_KEY.test(this.key)) this.#values.push(span);
    else if (CONTENT_KEY.test(this.key)) this.#contents.push(span);
    else if (TYPE_KEY.test(this.key)) this.#typeNamesSecret ||= namesSecret;
    else if (NAME_KEY.test(this.key)) this.#namesSecret ||= namesSecret;
  }

  /** Whether it is an object or has some: more than the value of a name. */
  get hasObjects(): boolean {
    return this.isObject || this.#hasObjects;
  }

  /** The values that turned out to be secret. If the rest of the text is missing, it may have named more of them. */
  secrets(isCut: boolean): readonly Span[] {
    if (this.#namesSecret) return [...this.#values, ...this.#contents];
    const isNamed = this.isObject ? this.#typeNamesSecret : !this.#hasNamesOnly;
    return [...(isNamed ? this.#values : []), ...(isCut ? this.#simple : [])];
  }
}
