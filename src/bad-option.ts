import { GatebookError } from './errors.ts';

/** `message` says what is wrong and what to write instead. */
export function badOption(message: string): GatebookError {
  return new GatebookError('bad-option', message);
}

/** What was given, in a sentence: `"3x"`, `99`, `a boolean`, `null`. */
export function given(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return JSON.stringify(value);
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' || value === undefined ? `an ${typeof value}` : `a ${typeof value}`;
}
