import { wholeTerm } from '../../compare/similar-requests.ts';
import { formatDuration } from '../../format/units.ts';
import { type Entry, PROCESS_VANISHED } from '../../profile/entry.ts';
import { FAILED, kindTerm } from '../../search/criteria.ts';
import { START } from '../../search/cursor.ts';
import { timeTerm } from '../../search/time-bounds.ts';
import type { QueryOptions, Store } from '../../store/store.ts';

/** An end of the process this long after a request, in microseconds, may be its doing. */
const SOON = 10e6;
/** The last sign of life of a process that vanished is at most this much older than its end. */
const UNSEEN = 2e6;

/** How the process of a request failed, during the request or soon after it; `null` if it did not. */
export async function processEndOf(book: Store, entry: Entry, options: QueryOptions): Promise<Entry | null> {
  const instance = wholeTerm('instance', entry.instance);
  if (!instance || entry.kind === 'process') return null;
  const time = { from: entry.time - UNSEEN, to: entry.time + entry.duration + SOON };
  const terms = [kindTerm('process'), timeTerm(time), instance, FAILED];
  return (await book.search({ terms, limit: 1, cursor: START }, options)).entries[0] ?? null;
}

/** `The process ended 12 ms after this request: TypeError: x is not a function at charge (src/pay.ts)`, without a colon if the reason is not known. */
export function processEndText(end: Entry, { seq, time, duration }: Entry): string {
  const after = end.time - time - duration;
  const when =
    end.error === PROCESS_VANISHED
      ? 'without a word, at about this time'
      : after <= 0
        ? 'during this request'
        : `${formatDuration(after)} after this request`;
  const whose = end.parent === seq ? ', by an error of its code' : '';
  const reason = end.error === PROCESS_VANISHED ? '' : `: ${end.errorGroup || end.error}`;
  return `The process ended ${when}${whose}${reason}`;
}
