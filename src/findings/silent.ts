import { wholeTerm } from '../compare/similar-requests.ts';
import type { Entry } from '../profile/entry.ts';
import { DAY, type Micros } from '../profile/time.ts';
import { kindTerm, type NumberRange, type Term } from '../search/criteria.ts';
import { addClause } from '../search/edit-query.ts';
import { parsePattern } from '../search/pattern.ts';
import { termsIn, termsWithoutTime, timeBounds } from '../search/time-bounds.ts';
import type { Silent } from './finding.ts';
import { valueClause } from './in-common/trait.ts';
import type { Asked } from './period.ts';

const REQUESTS = kindTerm('main', 'job');
const MINUTE = 60e6;
/** A shorter silence may be a restart, or a queue that is full. */
const MIN_SILENCE = 10 * MINUTE;
/** The days before that are looked at: all days of the week. */
const DAYS = 7;
/** On each of these days, every part of the same time must have had requests: silence is three times as long as any usual gap. */
const PARTS = 3;
/** A process may go on for so long after its last request, and say then that it ends. */
const GOODBYE = 10 * MINUTE;
const MAX_SERVICES = 30;
const MAX_EVENTS = 20;
const SEARCH_MS = 200;
/** Terms that say whose requests are asked about. With others, a service seems silent that is not. */
const WHOSE: readonly string[] = ['service', 'environment'];

/** Services whose requests stopped in this time, at a time of the day when they always had some, while others went on. */
export async function silentServices({ book, text, terms, deadline }: Asked): Promise<readonly Silent[]> {
  const scope = termsWithoutTime(terms);
  if (!scope.every(({ field }) => WHOSE.includes(field))) return [];
  const period = timeBounds(terms);
  const end = Math.min(period.to, Date.now() * 1000);
  const isAny = async (range: NumberRange, own: readonly Term[]) => {
    if (deadline.isOver) return false;
    const asked = [...termsIn(own, range), REQUESTS];
    return (await book.count(asked, 1, deadline.options(SEARCH_MS))).matches > 0;
  };

  /** The last request of each service, the newest first. One search for each takes a few milliseconds. */
  async function lastRequests(): Promise<readonly Entry[]> {
    const found: Entry[] = [];
    const others: Term[] = [];
    while (found.length < MAX_SERVICES && !deadline.isOver) {
      const asked = [...terms, REQUESTS, ...others];
      const page = await book.search({ terms: asked, limit: 1, cursor: null }, deadline.options(SEARCH_MS));
      const [last] = page.entries;
      const other = last && wholeTerm('service', last.service, true);
      if (!other) break;
      found.push(last);
      others.push(other);
    }
    return found;
  }

  async function isSilent(last: Entry, own: Term, other: Term): Promise<boolean> {
    const environment = scope.filter(({ field }) => field === 'environment');
    // It was silent at the end of this time, and is not any more.
    if (await isAny({ from: last.time + 1, to: Date.now() * 1000 }, [own, ...environment])) return false;
    const silence = { from: last.time + 1, to: Math.min(end, last.time + DAY) };
    // If nothing else was recorded, the book may have been off itself.
    for (const part of partsOf(silence)) if (!(await isAny(part, [other]))) return false;
    if (await isGoodbye(last, own)) return false;
    for (let day = 1; day <= DAYS; day++)
      for (const { from, to } of partsOf(silence)) {
        const before = { from: from - day * DAY, to: to - day * DAY };
        if (!(await isAny(before, [own, ...environment]))) return false;
      }
    return true;
  }

  /** Whether the last thing that its processes said is that they end. A crash is a finding of its own. */
  async function isGoodbye({ time }: Entry, own: Term): Promise<boolean> {
    const events = [...termsIn([own], { from: time - GOODBYE, to: end }), kindTerm('process'), ...NOT_READY];
    const { entries } = await book.search(
      { terms: events, limit: MAX_EVENTS, cursor: null },
      deadline.options(SEARCH_MS),
    );
    return entries.length > 0 && entries[0]?.operation !== 'start';
  }

  const found: Silent[] = [];
  for (const last of await lastRequests()) {
    const [own, other] = [wholeTerm('service', last.service), wholeTerm('service', last.service, true)];
    const clause = valueClause('service', last.service);
    if (end - last.time < MIN_SILENCE || !own || !other || clause === null) continue;
    if (!(await isSilent(last, own, other))) continue;
    const { matches } = await book.count(
      [...termsIn([own], { from: last.time + 1 - DAY, to: Math.min(end, last.time + DAY) - DAY }), REQUESTS],
      MAX_COUNTED,
      deadline.options(SEARCH_MS),
    );
    found.push({
      kind: 'silent',
      subject: last.service,
      count: matches,
      query: addClause(text, clause),
      evidence: { last: last.time, instance: last.instance, for: end - last.time },
    });
  }
  return found;
}

const MAX_COUNTED = 100_000;
const READY = parsePattern('ready', 'whole');
const NOT_READY: readonly Term[] = READY ? [{ field: 'operation', not: true, any: [READY] }] : [];

function partsOf({ from, to }: NumberRange): readonly NumberRange[] {
  const length = (to - from + 1) / PARTS;
  const at = (part: number) => Math.floor(from + part * length) as Micros;
  return Array.from({ length: PARTS }, (_, part) => ({ from: at(part), to: at(part + 1) - 1 }));
}
