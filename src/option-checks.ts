import { badOption, describeValue } from './errors.ts';
import { closestMatch } from './format/closest-match.ts';
import { parseDuration, parseSize } from './format/parse-units.ts';

/** `Invalid option keep.age: expected a duration such as '30d', got "30 days".` */
export function invalidOption(option: string, expected: string, value: unknown): Error {
  return badOption(`Invalid option ${option}: expected ${expected}, got ${describeValue(value)}.`);
}

/** Checks that a value is an object with no other properties than these. `path` is empty for the options themselves. */
export function checkObject(path: string, value: unknown, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidOption(path || 'options', `an object with ${names.join(', ')}`, value);
  for (const name of Object.keys(value)) {
    if (names.includes(name)) continue;
    const prefix = path === '' ? '' : `${path}.`;
    const meant = closestMatch(name, names);
    const hint = meant ? `Did you mean ${prefix}${meant}?` : `The options are ${names.join(', ')}.`;
    throw badOption(`Unknown option ${prefix}${name}. ${hint}`);
  }
}

export function checkFunction(option: string, value: unknown, example: string): void {
  if (typeof value !== 'function') throw invalidOption(option, `a function such as ${example}`, value);
}

export function checkBoolean(option: string, value: unknown): void {
  if (typeof value !== 'boolean') throw invalidOption(option, 'true or false', value);
}

/** A number of milliseconds, or a string such as `'500ms'`. Returns milliseconds. */
export function toMillis(option: string, value: unknown, example: string): number {
  const millis = typeof value === 'string' ? parseDuration(value) : value;
  if (typeof millis === 'number' && millis >= 0 && Number.isFinite(millis)) return millis;
  throw invalidOption(option, `a duration such as '${example}', or milliseconds`, value);
}

/** A number of bytes, or a string such as `'2GB'`. Returns bytes. */
export function toBytes(option: string, value: unknown, example: string): number {
  const bytes = typeof value === 'string' ? parseSize(value) : value;
  if (typeof bytes === 'number' && bytes > 0 && Number.isFinite(bytes)) return bytes;
  throw invalidOption(option, `a size such as '${example}', or bytes`, value);
}

/** A name or a version. */
export function toLabel(option: string, value: unknown, maxLength: number): string | undefined {
  if (value === undefined || (typeof value === 'string' && value.length <= maxLength)) return value;
  throw invalidOption(option, `a text of at most ${maxLength} characters`, value);
}

/** A whole number, zero included. */
export function toCount(option: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidOption(option, 'a whole number', value);
}

export function toFraction(option: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw invalidOption(option, 'a number from 0 to 1', value);
}
