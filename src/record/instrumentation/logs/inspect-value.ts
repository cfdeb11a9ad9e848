import { formatWithOptions, type InspectOptions } from 'node:util';
import { tryOr } from '../../../errors.ts';

const OPTIONS: InspectOptions = {
  depth: 3,
  maxArrayLength: 50,
  maxStringLength: 2048,
  breakLength: Number.POSITIVE_INFINITY,
};

/** Formats values as the console would. Never throws, even if a getter does. */
export function inspectValue(...values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1 && typeof only === 'string') return only;
  return tryOr('[unreadable]', () => formatWithOptions(OPTIONS, ...values));
}

/** An error in one line: its name and message. */
export function describeError(error: unknown): string {
  try {
    if (!(error instanceof Error)) return inspectValue(error);
    const { name, message } = error;
    // An AggregateError of connection attempts has an empty message, but a code.
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    return `${name}: ${message || code}`;
  } catch {
    return '[unreadable]';
  }
}
