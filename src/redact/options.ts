import { badOption } from '../errors.ts';
import { boolean, checkParts, invalidOption, listOf, oneOf } from '../option-checks.ts';
import { wordsOf } from './names/names.ts';
import { createRules, type RedactRules } from './rules.ts';

/** Changes what is redacted. Can be sent to another thread. */
export interface RedactionOptions {
  /**
   * More names of secrets. A name matches by its words, one after the other and in any spelling: `tax id` matches `taxId`,
   * `user_tax_id` and `TAXID`. `*` at the end matches any ending: `internal*` matches `internal_note`.
   * @default []
   */
  readonly add?: readonly string[] | undefined;
  /**
   * Names and headers whose values are kept, though the defaults or `strict` would redact them. They match like those of `add`.
   * Secrets in a known format (JWT, PEM, keys, card numbers, URL credentials) are still redacted.
   * @default []
   */
  readonly allow?: readonly string[] | undefined;
  /**
   * Redacts all values of queries and forms, and of all headers except Host, Accept, Content-Type and Content-Length.
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Keeps a hash instead of the id of a user. The key of the book is part of it. A search for the id still finds it.
   */
  readonly user?: 'hash' | undefined;
}

const toNames = listOf("a list of names such as ['ssn']", toName);

/** Throws a `bad-option` error if an option is invalid. */
export function parseRedactionOptions(options: unknown = {}): RedactRules {
  const {
    add = [],
    allow = [],
    strict = false,
  } = checkParts('redact', options, { add: toNames, allow: toNames, strict: boolean, user: oneOf('hash') });
  const duplicate = allow.find((name) => add.some((added) => added.toLowerCase() === name.toLowerCase()));
  if (duplicate !== undefined)
    throw badOption(
      `Both redact.add and redact.allow contain ${JSON.stringify(duplicate)}. Remove it from one of them.`,
    );
  return createRules(add, allow, strict);
}

function toName(option: string, name: unknown): string {
  // A name of punctuation only would match every key.
  if (typeof name === 'string' && wordsOf(name).length > 0) return name;
  throw invalidOption(option, "a name such as 'ssn'", name);
}
