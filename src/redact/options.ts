import { badOption, given } from '../bad-option.ts';
import { createRules, type RedactRules } from './rules.ts';
import { stripPunctuation } from './secret-keys.ts';

/** What is taken out of a recorded request beside, or despite, the defaults. It can be sent to another thread. */
export interface RedactionOptions {
  /**
   * More names of secrets. They are matched as the default ones are: in any case and nesting, a name of up to four
   * letters as a word of a key (`ssn` is in `user_ssn`), a longer one anywhere in it.
   * @default []
   */
  readonly add?: readonly string[];
  /**
   * Keys and headers whose values are kept although the defaults, or `strict`, would take them. A whole name, in any
   * case. What has the shape of a secret (JWT, PEM, GitHub token, card number, a URL's user) goes all the same.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * Takes every value of a query or form, and of every header but Host, Accept, Content-Type and Content-Length.
   * @default false
   */
  readonly strict?: boolean;
}

const KNOWN = ['add', 'allow', 'strict'];

export function parseRedactionOptions(options: RedactionOptions = {}): RedactRules {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw badOption(`redact can't be ${given(options)}. Write redact: { add: ['ssn'] }.`);
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name))
      throw badOption(`redact has no option ${JSON.stringify(name)}. Write add, allow or strict.`);
  }
  const { strict = false } = options;
  if (typeof strict !== 'boolean')
    throw badOption(`redact.strict can't be ${given(strict)}. Write strict: true or strict: false.`);
  const add = names('add', options.add, 'ssn');
  const allow = names('allow', options.allow, 'state');
  const both = allow.find((name) => add.some((added) => added.toLowerCase() === name.toLowerCase()));
  if (both !== undefined)
    throw badOption(
      `redact.add and redact.allow both hold ${JSON.stringify(both)}. Write it in one of them.`,
    );
  return createRules(add, allow, strict);
}

function names(option: string, list: unknown, example: string): readonly string[] {
  if (list === undefined) return [];
  const right = `Write a list of names: ${option}: ['${example}'].`;
  if (!Array.isArray(list)) throw badOption(`redact.${option} can't be ${given(list)}. ${right}`);
  return list.map((name: unknown, at) => {
    if (typeof name !== 'string')
      throw badOption(`redact.${option}[${at}] can't be ${given(name)}. ${right}`);
    // Without a letter it would be in every name.
    if (stripPunctuation(name) === '')
      throw badOption(
        `redact.${option}[${at}] can't be ${JSON.stringify(name)}, which names nothing. ${right}`,
      );
    return name;
  });
}
