import { formatBytes, formatDuration } from '../../format/units.ts';
import type { Exception, Header, Profile } from '../../profile/profile.ts';
import { isOutgoing } from './outgoing.tsx';
import { isQuery } from './query-groups.ts';

/** One thing of two profiles. `null` is what a profile does not have. */
export interface Pair {
  readonly name: string;
  readonly a: string | null;
  readonly b: string | null;
  readonly equal: boolean;
  /** By how much the second differs: `+3.1 ms`. */
  readonly change?: string;
}

export interface ComparedPart {
  readonly id: string;
  readonly title: string;
  readonly pairs: readonly Pair[];
}

type Of<Value> = (profile: Profile) => Value;

/** Two profiles, thing by thing. What is alike in both is marked as such. */
export function compareProfiles(a: Profile, b: Profile): readonly ComparedPart[] {
  const text = (name: string, of: Of<string | number>): Pair => texts(name, String(of(a)), String(of(b)));
  const figure = (name: string, of: Of<number | undefined>, format: (value: number) => string): Pair =>
    figures(name, of(a), of(b), format);
  const time = (name: string, of: Of<number | undefined>) => figure(name, of, formatDuration);
  const count = (of: Of<Counted>): Pair[] => counts(of(a), of(b));
  return [
    {
      id: 'outcome',
      title: 'Request and outcome',
      pairs: [
        text('Status', ({ entry }) => entry.status),
        text('Method', ({ entry }) => entry.method),
        text('URL', ({ entry }) => entry.url),
        text('Route', ({ entry }) => entry.route),
        text('Kind', ({ entry }) => entry.kind),
        text('Error', ({ entry }) => entry.error),
        text('Client', ({ entry }) => entry.ip),
        text('Kind of client', ({ entry }) => entry.client),
        text('User agent', ({ entry }) => entry.userAgent),
        figure('Received', ({ entry }) => entry.requestBytes, formatBytes),
        figure('Sent', ({ entry }) => entry.responseBytes, formatBytes),
        text('Tags', ({ detail }) => (detail?.tags ?? []).join(', ')),
      ],
    },
    {
      id: 'timings',
      title: 'Timings',
      pairs: [
        time('Duration', ({ entry }) => entry.duration),
        time('Until the handler', ({ detail }) => detail?.phases?.handler),
        time('Until the head of the answer', ({ detail }) => detail?.phases?.headers),
        time('Queries in all', (profile) => took(profile, isQuery)),
        time('Outgoing in all', (profile) => took(profile, isOutgoing)),
        time('CPU meanwhile', ({ detail }) => detail?.cpu),
        time('Loop held up', ({ detail }) => detail?.loopDelay),
      ],
    },
    { id: 'exception', title: 'Exception', pairs: exceptions(a, b) },
    {
      id: 'request-headers',
      title: 'Request headers',
      pairs: named(headerMap(a.detail?.requestHeaders), headerMap(b.detail?.requestHeaders)),
    },
    {
      id: 'response-headers',
      title: 'Response headers',
      pairs: named(headerMap(a.detail?.responseHeaders), headerMap(b.detail?.responseHeaders)),
    },
    {
      id: 'queries',
      title: 'Queries',
      pairs: count(({ detail }) => tally((detail?.spans ?? []).filter(isQuery).map(({ name }) => name))),
    },
    {
      id: 'outgoing',
      title: 'Outgoing requests',
      pairs: count(({ detail }) =>
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
      pairs: count(({ detail }) =>
        tally((detail?.logs ?? []).map(({ level, text: said }) => `${level} ${said}`.trim())),
      ),
    },
    {
      id: 'notes',
      title: 'Notes',
      pairs: named(noteMap(a), noteMap(b)),
    },
  ];
}

function texts(name: string, a: string | null, b: string | null): Pair {
  return { name, a: a || null, b: b || null, equal: a === b };
}

function figures(
  name: string,
  a: number | undefined,
  b: number | undefined,
  format: (value: number) => string,
): Pair {
  const [shownA, shownB] = [a, b].map((value) => (value === undefined ? null : format(value)));
  const pair = { name, a: shownA ?? null, b: shownB ?? null, equal: a === b };
  if (a === undefined || b === undefined || a === b) return pair;
  return { ...pair, change: `${b > a ? '+' : '−'}${format(Math.abs(b - a))}` };
}

/** How often each text is there. */
type Counted = ReadonlyMap<string, number>;

function tally(all: readonly string[]): Counted {
  const counted = new Map<string, number>();
  for (const one of all) counted.set(one, (counted.get(one) ?? 0) + 1);
  return counted;
}

function counts(a: Counted, b: Counted): Pair[] {
  const times = (count: number | undefined) =>
    count === undefined ? null : count === 1 ? 'once' : `${count} times`;
  return [...new Set([...a.keys(), ...b.keys()])].map((name) =>
    texts(name, times(a.get(name)), times(b.get(name))),
  );
}

function named(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): Pair[] {
  return [...new Set([...a.keys(), ...b.keys()])].map((name) =>
    texts(name, a.get(name) ?? null, b.get(name) ?? null),
  );
}

function headerMap(headers: readonly Header[] = []): ReadonlyMap<string, string> {
  return joined(headers.map(([name, value]) => [name.toLowerCase(), value ?? 'withheld']));
}

function noteMap({ detail }: Profile): ReadonlyMap<string, string> {
  return joined((detail?.notes ?? []).map(({ key, value }) => [key, value]));
}

function joined(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of pairs) all.set(name, all.has(name) ? `${all.get(name)}, ${value}` : value);
  return all;
}

function took({ detail }: Profile, wanted: typeof isQuery): number | undefined {
  const spans = (detail?.spans ?? []).filter(wanted);
  return spans.length === 0 ? undefined : spans.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
}

function exceptions(a: Profile, b: Profile): Pair[] {
  const [ofA, ofB] = [causes(a.detail?.exception), causes(b.detail?.exception)];
  return Array.from({ length: Math.max(ofA.length, ofB.length) }, (_, i) => [
    texts(i === 0 ? 'Thrown' : 'Caused by', titleOf(ofA[i]), titleOf(ofB[i])),
    texts('Stack', ofA[i]?.stack ?? null, ofB[i]?.stack ?? null),
  ]).flat();
}

function causes(exception: Exception | null | undefined): Exception[] {
  const all: Exception[] = [];
  for (let one = exception; one; one = one.cause) all.push(one);
  return all;
}

function titleOf(exception: Exception | undefined): string | null {
  return exception ? `${exception.name}: ${exception.message}` : null;
}
