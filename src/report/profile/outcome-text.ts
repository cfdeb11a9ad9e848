import { formatDuration } from '../../format/units.ts';
import type { Span } from '../../profile/profile.ts';
import { waitOf } from '../../profile/query-time.ts';

/** What is known of how a span ended, except its error: status, rows, waiting time and transaction. */
export function outcomeText(span: Span, transaction?: number): string {
  const { status, rows } = span;
  const waited = waitOf(span);
  return [
    status,
    rows !== undefined && `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`,
    waited > 0 && `waited ${formatDuration(waited)}`,
    transaction !== undefined && `transaction ${transaction}`,
  ]
    .filter((fact) => fact !== undefined && fact !== false)
    .join(', ');
}
