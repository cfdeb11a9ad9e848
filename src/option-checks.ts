import { badOption, describeValue } from './errors.ts';
import { closestMatch } from './format/closest-match.ts';
import { parseDuration, parseSize } from './format/parse-units.ts';

/** Checks the value of an option, and converts it. Throws a `bad-option` error that names the option and what it accepts. */
export type Check<Value> = (option: string, value: unknown) => Value;

/** `Invalid option keep.age: expected a duration such as '30d', got "30 days".` */
export function invalidOption(option: string, expected: string, value: unknown): Error {
  return badOption(`Invalid option ${option}: expected ${expected}, got ${describeValue(value)}.`);
}

/** Checks that a value is an object with no other properties than these. `path` is empty for the options themselves. */
export function checkNames(path: string, value: unknown, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidOption(path || 'options', `an object with ${names.join(', ')}`, value);
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const prefix = path === '' ? '' : `${path}.`;
  const meant = closestMatch(unknown, names);
  const hint = meant ? `Did you mean ${prefix}${meant}?` : `The options are ${names.join(', ')}.`;
  throw badOption(`Unknown option ${prefix}${unknown}. ${hint}`);
}

/** Checks each part of an option. Parts that are `undefined` are left out. */
export function checkParts<Parts extends object>(
  option: string,
  value: unknown,
  checks: { readonly [Name in keyof Parts]: Check<Parts[Name]> },
): Partial<Parts> {
  const names = Object.keys(checks) as (keyof Parts & string)[];
  checkNames(option, value, names);
  const given = value as { readonly [Name in keyof Parts]?: unknown };
  const parts: Partial<Parts> = {};
  for (const name of names)
    if (given[name] !== undefined) parts[name] = checks[name](`${option}.${name}`, given[name]);
  return parts;
}

/** Lets an option be `undefined`. */
export function optional<Value>(check: Check<Value>): Check<Value | undefined> {
  return (option, value) => (value === undefined ? undefined : check(option, value));
}

/** A list whose items are checked one by one. */
export function listOf<Item>(expected: string, check: Check<Item>): Check<readonly Item[]> {
  return (option, value) => {
    if (!Array.isArray(value)) throw invalidOption(option, expected, value);
    return value.map((item: unknown, index) => check(`${option}[${index}]`, item));
  };
}

export function oneOf<Choice extends string>(...choices: readonly Choice[]): Check<Choice> {
  const quoted = choices.map((choice) => `'${choice}'`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  return (option, value) => {
    if (choices.some((choice) => choice === value)) return value as Choice;
    throw invalidOption(option, expected, value);
  };
}

export function functionLike<Run>(example: string): Check<Run> {
  return (option, value) => {
    if (typeof value === 'function') return value as Run;
    throw invalidOption(option, `a function such as ${example}`, value);
  };
}

export const boolean: Check<boolean> = (option, value) => {
  if (typeof value === 'boolean') return value;
  throw invalidOption(option, 'true or false', value);
};

/** A number of milliseconds, or a string such as `'500ms'`. Returns milliseconds. */
export function duration(example: string): Check<number> {
  return (option, value) => {
    const millis = typeof value === 'string' ? parseDuration(value) : value;
    if (typeof millis === 'number' && millis >= 0 && Number.isFinite(millis)) return millis;
    throw invalidOption(option, `a duration such as '${example}', or milliseconds`, value);
  };
}

/** A number of bytes, or a string such as `'2GB'`. Returns bytes. */
export function size(example: string): Check<number> {
  return (option, value) => {
    const bytes = typeof value === 'string' ? parseSize(value) : value;
    if (typeof bytes === 'number' && bytes > 0 && Number.isFinite(bytes)) return bytes;
    throw invalidOption(option, `a size such as '${example}', or bytes`, value);
  };
}

/** A whole number, zero included. */
export const count: Check<number> = (option, value) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidOption(option, 'a whole number', value);
};

export const fraction: Check<number> = (option, value) => {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw invalidOption(option, 'a number from 0 to 1', value);
};
