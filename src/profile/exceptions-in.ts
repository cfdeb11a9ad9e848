import type { Exception } from './profile.ts';

/** An exception, then the errors that it combines, then its causes, each with those of its own. */
export function exceptionsIn(exception: Exception | null): Exception[] {
  if (!exception) return [];
  const { errors = [], cause } = exception;
  return [exception, ...errors.flatMap(exceptionsIn), ...exceptionsIn(cause)];
}
