import { countOf } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import type { Span } from '../../profile/profile.ts';
import { waitOf } from '../../profile/query-time.ts';

/** How a span ended, except for its error: status, rows, waiting time and transaction. */
export function outcomeText(span: Span, transaction?: number): string {
  const { status, rows } = span;
  const waited = waitOf(span);
  return [
    status,
    rows !== undefined && countOf(rows, 'row'),
    waited > 0 && `waited ${formatDuration(waited)}`,
    transaction !== undefined && `transaction ${transaction}`,
  ]
    .filter((fact) => fact !== undefined && fact !== false)
    .join(', ');
}
