import { describeBody, readableBody } from '../../format/body-text.ts';
import { errorFields } from '../../format/error-fields.ts';
import { formatBytes, formatDuration } from '../../format/units.ts';
import type { Body } from '../../profile/body.ts';
import { exceptionsIn } from '../../profile/exceptions-in.ts';
import type { Exception, Header, Profile } from '../../profile/profile.ts';
import { isQuery } from '../../profile/query-time.ts';
import { isOutgoing } from './outgoing.tsx';

/** One value in both profiles; `null` if a profile does not have it. */
export interface Pair {
  readonly name: string;
  readonly a: string | null;
  readonly b: string | null;
  readonly equal: boolean;
  /** How much larger or smaller B is: `+3.1 ms`. */
  readonly change?: string;
}

export interface ComparedSection {
  readonly id: string;
  readonly title: string;
  readonly pairs: readonly Pair[];
}

type Getter<Value> = (profile: Profile) => Value;

/** Compares two profiles value by value, by section. */
export function compareProfiles(a: Profile, b: Profile): readonly ComparedSection[] {
  const text = (name: string, get: Getter<string | number>): Pair =>
    textPair(name, String(get(a)), String(get(b)));
  const number = (name: string, get: Getter<number | undefined>, format: (value: number) => string): Pair =>
    numberPair(name, get(a), get(b), format);
  const duration = (name: string, get: Getter<number | undefined>) => number(name, get, formatDuration);
  const counts = (get: Getter<Counts>): Pair[] => countPairs(get(a), get(b));
  return [
    {
      id: 'outcome',
      title: 'Request and response',
      pairs: [
        text('Status', ({ entry }) => entry.status),
        text('Method', ({ entry }) => entry.method),
        text('URL', ({ entry }) => entry.url),
        text('Route', ({ entry }) => entry.route),
        text('Operation', ({ entry }) => entry.operation),
        text('User', ({ entry }) => entry.user),
        text('Kind', ({ entry }) => entry.kind),
        text('Error', ({ entry }) => entry.error),
        text('IP', ({ entry }) => entry.ip),
        text('Client class', ({ entry }) => entry.client),
        text('User agent', ({ entry }) => entry.userAgent),
        number('Request size', ({ entry }) => entry.requestBytes, formatBytes),
        number('Response size', ({ entry }) => entry.responseBytes, formatBytes),
        text('Service', ({ entry }) => entry.service),
        text('Release', ({ entry }) => entry.release),
        text('Instance', ({ entry }) => entry.instance),
        text('Tags', ({ entry }) => entry.tags.join(', ')),
        number('Queries', ({ entry }) => entry.queries, String),
      ],
    },
    {
      id: 'timings',
      title: 'Timing',
      pairs: [
        duration('Duration', ({ entry }) => entry.duration),
        duration('Time to handler', ({ detail }) => detail?.phases?.handler),
        duration('Time to first byte', ({ detail }) => detail?.phases?.headers),
        duration('Queries, total', (profile) => totalDuration(profile, isQuery)),
        duration('Outgoing requests, total', (profile) => totalDuration(profile, isOutgoing)),
        duration('CPU time', ({ detail }) => detail?.cpu),
        duration('Event-loop delay', ({ detail }) => detail?.loopDelay),
      ],
    },
    { id: 'exception', title: 'Exception', pairs: exceptionPairs(a, b) },
    {
      id: 'request-headers',
      title: 'Request headers',
      pairs: namedPairs(headerMap(a.detail?.requestHeaders), headerMap(b.detail?.requestHeaders)),
    },
    {
      id: 'response-headers',
      title: 'Response headers',
      pairs: namedPairs(headerMap(a.detail?.responseHeaders), headerMap(b.detail?.responseHeaders)),
    },
    {
      id: 'bodies',
      title: 'Bodies',
      pairs: [
        ...bodyPairs('Request body', a.detail?.requestBody, b.detail?.requestBody),
        ...bodyPairs('Response body', a.detail?.responseBody, b.detail?.responseBody),
      ],
    },
    {
      id: 'queries',
      title: 'Queries',
      pairs: counts(({ detail }) => tally((detail?.spans ?? []).filter(isQuery).map(({ name }) => name))),
    },
    {
      id: 'outgoing',
      title: 'Outgoing requests',
      pairs: counts(({ detail }) =>
        tally(
          (detail?.spans ?? [])
            .filter(isOutgoing)
            .map(({ name, status = '' }) => `${name} ${status}`.trimEnd()),
        ),
      ),
    },
    {
      id: 'logs',
      title: 'Logs',
      pairs: counts(({ detail }) =>
        tally((detail?.logs ?? []).map(({ level, text: message }) => `${level} ${message}`.trim())),
      ),
    },
    {
      id: 'notes',
      title: 'Notes',
      pairs: namedPairs(noteMap(a), noteMap(b)),
    },
  ];
}

function textPair(name: string, a: string | null, b: string | null): Pair {
  return { name, a: a || null, b: b || null, equal: a === b };
}

function numberPair(
  name: string,
  a: number | undefined,
  b: number | undefined,
  format: (value: number) => string,
): Pair {
  const [textA, textB] = [a, b].map((value) => (value === undefined ? null : format(value)));
  const pair = { name, a: textA ?? null, b: textB ?? null, equal: a === b };
  if (a === undefined || b === undefined || a === b) return pair;
  return { ...pair, change: `${b > a ? '+' : '−'}${format(Math.abs(b - a))}` };
}

/** The number of occurrences of each text. */
type Counts = ReadonlyMap<string, number>;

function tally(texts: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function countPairs(a: Counts, b: Counts): Pair[] {
  const times = (count: number | undefined) =>
    count === undefined ? null : count === 1 ? 'once' : `${count} times`;
  return [...new Set([...a.keys(), ...b.keys()])].map((name) =>
    textPair(name, times(a.get(name)), times(b.get(name))),
  );
}

function namedPairs(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): Pair[] {
  return [...new Set([...a.keys(), ...b.keys()])].map((name) =>
    textPair(name, a.get(name) ?? null, b.get(name) ?? null),
  );
}

function headerMap(headers: readonly Header[] = []): ReadonlyMap<string, string> {
  return joinByName(headers.map(([name, value]) => [name.toLowerCase(), value ?? 'withheld']));
}

function bodyPairs(name: string, a: Body | undefined, b: Body | undefined): Pair[] {
  const text = (body: Body | undefined) => (body ? (readableBody(body) ?? describeBody(body)) : null);
  return a || b ? [textPair(name, text(a), text(b))] : [];
}

function noteMap({ detail }: Profile): ReadonlyMap<string, string> {
  return joinByName((detail?.notes ?? []).map(({ key, value }) => [key, value]));
}

function joinByName(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs)
    values.set(name, values.has(name) ? `${values.get(name)}, ${value}` : value);
  return values;
}

function totalDuration({ detail }: Profile, isIncluded: typeof isQuery): number | undefined {
  const spans = (detail?.spans ?? []).filter(isIncluded);
  return spans.length === 0 ? undefined : spans.reduce((sum, span) => sum + (span.duration ?? 0), 0);
}

function exceptionPairs(a: Profile, b: Profile): Pair[] {
  const [allA, allB] = [exceptionsIn(a.detail?.exception ?? null), exceptionsIn(b.detail?.exception ?? null)];
  return Array.from({ length: Math.max(allA.length, allB.length) }, (_, i) => [
    textPair(i === 0 ? 'Exception' : 'Caused by', titleOf(allA[i]), titleOf(allB[i])),
    ...namedPairs(fieldMap(allA[i]), fieldMap(allB[i])),
    textPair('Stack', allA[i]?.stack || null, allB[i]?.stack || null),
  ]).flat();
}

function fieldMap(exception: Exception | undefined): Map<string, string> {
  return new Map(errorFields(exception?.fields));
}

function titleOf(exception: Exception | undefined): string | null {
  return exception ? `${exception.name}: ${exception.message}` : null;
}
