import { badOption, describeValue } from '../errors.ts';
import { createRules, type RedactRules } from './rules.ts';
import { stripPunctuation } from './secret-keys.ts';

/** Changes what is redacted. Can be sent to another thread. */
export interface RedactionOptions {
  /**
   * Additional names of secrets. They match like the default names, in any case and nesting: a name of up to four
   * letters matches a word of a key (`ssn` matches `user_ssn`), a longer one matches anywhere in a key.
   * @default []
   */
  readonly add?: readonly string[];
  /**
   * Keys and headers whose values are kept even if the defaults or `strict` would redact them. Whole names, in any
   * case. Secrets in a known format (JWT, PEM, GitHub token, card number, URL credentials) are still redacted.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * Redacts all values of queries and forms, and of all headers except Host, Accept, Content-Type and Content-Length.
   * @default false
   */
  readonly strict?: boolean;
}

const KNOWN = ['add', 'allow', 'strict'];

/** Throws a `bad-option` error if an option is invalid. */
export function parseRedactionOptions(options: RedactionOptions = {}): RedactRules {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw badOption(`redact can't be ${describeValue(options)}. Write redact: { add: ['ssn'] }.`);
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name))
      throw badOption(`redact has no option ${JSON.stringify(name)}. Write add, allow or strict.`);
  }
  const { strict = false } = options;
  if (typeof strict !== 'boolean')
    throw badOption(`redact.strict can't be ${describeValue(strict)}. Write strict: true or strict: false.`);
  const add = parseNames('add', options.add, 'ssn');
  const allow = parseNames('allow', options.allow, 'state');
  const duplicate = allow.find((name) => add.some((added) => added.toLowerCase() === name.toLowerCase()));
  if (duplicate !== undefined)
    throw badOption(
      `redact.add and redact.allow both contain ${JSON.stringify(duplicate)}. Write it in one of them.`,
    );
  return createRules(add, allow, strict);
}

function parseNames(option: string, list: unknown, example: string): readonly string[] {
  if (list === undefined) return [];
  const hint = `Write a list of names: ${option}: ['${example}'].`;
  if (!Array.isArray(list)) throw badOption(`redact.${option} can't be ${describeValue(list)}. ${hint}`);
  return list.map((name: unknown, index) => {
    if (typeof name !== 'string')
      throw badOption(`redact.${option}[${index}] can't be ${describeValue(name)}. ${hint}`);
    // An empty name would match every key.
    if (stripPunctuation(name) === '')
      throw badOption(
        `redact.${option}[${index}] can't be ${JSON.stringify(name)}: it has no letters or digits. ${hint}`,
      );
    return name;
  });
}
