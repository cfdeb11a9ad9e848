import { formatDuration } from '../../format/units.ts';
import type { TimelineRow } from './timeline-rows.ts';

/** `82 ms`, `12× 240 µs (waited 5 µs), failed`, `82 ms, 404`. */
export function waterfallTime({ bars, total }: TimelineRow): string {
  const times = bars.length > 1 ? `${bars.length}× ` : '';
  const waited = bars.reduce((sum, { from, sent }) => sum + sent - from, 0);
  const wait = waited > 0 ? ` (waited ${formatDuration(waited)})` : '';
  const failure = bars.find(({ failed }) => failed);
  const end = failure
    ? `, ${failure.status ?? 'failed'}`
    : bars.some(({ open }) => open)
      ? ', not finished'
      : '';
  return `${times}${formatDuration(total)}${wait}${end}`;
}
