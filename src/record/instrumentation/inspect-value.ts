import { formatWithOptions, type InspectOptions } from 'node:util';

/** Enough to tell what it was. */
const BRIEFLY: InspectOptions = {
  depth: 3,
  maxArrayLength: 50,
  maxStringLength: 2048,
  breakLength: Number.POSITIVE_INFINITY,
};

/** Values as the console would show them, whatever they are: what can't be read says so. */
export function inspectValue(...values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1 && typeof only === 'string') return only;
  try {
    return formatWithOptions(BRIEFLY, ...values);
  } catch {
    return '[unreadable]';
  }
}

/** Why something failed, in a line. */
export function describeError(error: unknown): string {
  try {
    if (!(error instanceof Error)) return inspectValue(error);
    const { name, message } = error;
    // The attempts of a connection that failed for each are not in its message.
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    return `${name}: ${message || code}`;
  } catch {
    return '[unreadable]';
  }
}
