import type { Micros } from '../../profile/time.ts';
import { wallTimeAt } from '../../profile/time.ts';
import { DEFAULT_LIMIT, type NumberRange, type Term } from '../../search/criteria.ts';
import {
  addClause,
  clauseText,
  escapePattern,
  hasClause,
  isValidValue,
  removeClauses,
} from '../../search/edit-query.ts';
import { MAX_QUERY_LENGTH, QUERY_PARAM } from '../../search/query-text.ts';

/** The search a page shows, and the ways from it to its neighbours. `null` stands for a way that leads nowhere. */
export interface SearchLinks {
  /** All of it, in one line. */
  readonly text: string;
  /** Another search with the same limit and zone, from its newest on. */
  href(text: string): string;
  /** The same search read in another zone. */
  inZone(zone: string): string;
  /** What it takes to come back to this search from a profile. */
  readonly query: string;
  hasFilter(field: string, value: string): boolean;
  /** Those of the matches that have this value. */
  setFilter(field: string, value: string): string | null;
  /** Those that meet this, too, beside whatever else is asked of the field. */
  addFilter(field: string, value: string): string | null;
  /** The matches with any value in this field. */
  removeFilter(field: string): string;
  /** Those whose URL goes on from this path. */
  underPath(path: string): string | null;
  /** Those that arrived in this span. */
  inTimeRange(span: NumberRange): string | null;
}

interface SearchState {
  readonly base: string;
  readonly text: string;
  readonly terms: readonly Term[];
  readonly zone: string;
  readonly limit?: string;
}

/** Fields whose values are found by text with stars in it. */
const PATTERNS = new Set(['host', 'route', 'url', 'error', 'agent']);
/** Of a longer path its start will do: what goes on from there is found. */
const LONGEST_PATH = 200;
const FOREVER = Number.MAX_SAFE_INTEGER;

export function searchLinks({ base, text, terms, zone, limit = '' }: SearchState): SearchLinks {
  const bounds = timeBounds(terms);
  const known = new Map<string, string | null>();
  const remember = (key: string, find: () => string | null): string | null => {
    let found = known.get(key);
    if (found === undefined) {
      found = find();
      known.set(key, found);
    }
    return found;
  };
  const to = (wanted: string) => base + queryString({ text: wanted, limit, zone });
  const others = new Map<string, string>();
  /** What is asked besides this field. */
  const besides = (field: string): string => {
    const found = others.get(field) ?? removeClauses(text, [field]);
    others.set(field, found);
    return found;
  };
  const ifShort = (wanted: string) => (wanted.length > MAX_QUERY_LENGTH ? null : to(wanted));
  const asked = (field: string, value: string) => (PATTERNS.has(field) ? escapePattern(value) : value);

  return {
    text,
    href: to,
    query: queryString({ text, limit: '', zone }),
    inZone: (other) => base + queryString({ text, limit, zone: other }),
    hasFilter: (field, value) => hasClause(text, field, asked(field, value)),
    removeFilter: (field) => to(removeClauses(text, [field])),
    setFilter: (field, value) =>
      remember(`${field}:${value}`, () => {
        const wanted = asked(field, value);
        if (!isValidValue(field, wanted)) return null;
        return ifShort(addClause(besides(field), clauseText(field, [wanted])));
      }),
    addFilter: (field, value) => ifShort(addClause(text, clauseText(field, [value]))),
    underPath: (path) =>
      remember(`/${path}`, () => {
        const wanted = `${escapePattern(path.slice(0, LONGEST_PATH))}*`;
        return isValidValue('url', wanted) ? ifShort(addClause(text, clauseText('url', [wanted]))) : null;
      }),
    inTimeRange(span) {
      const later = span.from > bounds.from;
      const earlier = span.to < bounds.to;
      if (!later && !earlier) return null;
      return remember(`@${span.from}-${span.to}`, () => {
        const gone = [...(later ? ['since'] : []), ...(earlier ? ['until'] : [])];
        let wanted = removeClauses(text, gone.length > 1 ? [...gone, 'at'] : gone);
        if (later) wanted = addClause(wanted, `since:${timeText(span.from, zone)}`);
        if (earlier) wanted = addClause(wanted, `until:${timeText(span.to, zone)}`);
        return ifShort(wanted);
      });
    },
  };
}

/** Most of what is asked has nothing to escape. */
const PLAIN = /^[\w.~:/,* -]*$/;

/** Reads well: what the query of an address may hold as it is, is not escaped. */
function escaped(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll(' ', '+');
  return encodeURIComponent(text.toWellFormed()).replace(/%(?:20|3A|2F|2C)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );
}

/** The query of an address, whole. */
export function queryString({ text, limit, zone }: { text: string; limit: string; zone: string }): string {
  const parts: string[] = [];
  if (text !== '') parts.push(`${QUERY_PARAM}=${escaped(text)}`);
  if (limit !== '' && limit !== String(DEFAULT_LIMIT)) parts.push(`limit=${escaped(limit)}`);
  if (zone !== '' && zone !== 'UTC') parts.push(`tz=${escaped(zone)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The hour on the reader's clock that this time is in. */
export function hourOf(time: Micros, zone: string): NumberRange {
  const { minute, second } = wallTimeAt(time, zone);
  const from = time - (minute * 60 + second) * 1e6 - (((time % 1e6) + 1e6) % 1e6);
  return { from, to: from + 3600e6 - 1 };
}

/** What a search is bounded by in time, all its criteria together. */
function timeBounds(terms: readonly Term[]): NumberRange {
  let [from, to] = [0, FOREVER];
  for (const term of terms) {
    if (term.field !== 'time' || term.not) continue;
    from = Math.max(from, Math.min(...term.any.map((range) => range.from)));
    to = Math.min(to, Math.max(...term.any.map((range) => range.to)));
  }
  return { from, to };
}

/** `2026-11-14T09:05Z`, or with seconds when the minute is not whole; the same instant whoever reads it. */
function timeText(micros: number, zone: string): string {
  const shift = offsetMinutes(micros, zone);
  const local = new Date(Math.floor(micros / 1000) + shift * 60_000).toISOString();
  const isMinute = micros % 60e6 === 0 || (micros + 1) % 60e6 === 0;
  const offset = `${shift < 0 ? '-' : '+'}${pad(Math.trunc(Math.abs(shift) / 60))}:${pad(Math.abs(shift) % 60)}`;
  return local.slice(0, isMinute ? 16 : 19) + (shift === 0 ? 'Z' : offset);
}

/** Zero where the zone's clock is not whole minutes from UTC: then the time is told in UTC. */
function offsetMinutes(micros: number, zone: string): number {
  const whole = Math.floor(micros / 1e6);
  const { year, month, day, hour, minute, second } = wallTimeAt((whole * 1e6) as Micros, zone);
  const minutes = (Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - whole) / 60;
  return Number.isInteger(minutes) ? minutes : 0;
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
