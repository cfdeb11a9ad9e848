import type { Span } from './profile.ts';

/** Whether a span has an error, or an outgoing request a response that says so. */
export function hasFailed({ error, status = 0 }: Pick<Span, 'error' | 'status'>): boolean {
  return error !== undefined || status >= 400;
}
