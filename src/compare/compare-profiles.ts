import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import { compareRequestHeaders, compareResponseHeaders } from './compare-headers.ts';
import {
  compareBodies,
  compareLogs,
  compareNotes,
  compareOutcome,
  compareResponses,
} from './compare-outcome.ts';
import { compareFields, compareParameters } from './compare-parameters.ts';
import { compareSpans } from './compare-spans.ts';
import { type Difference, EQUAL, NOISE, valuePair, WEIGHTS } from './difference.ts';
import { AGAIN, compareTiming, MUCH_SLOWER, SLOWER, type SlowerRule, TWICE } from './timing.ts';
import { isSameShape } from './value-shape.ts';

export interface Comparison {
  /** Differences that can matter, the most relevant first. */
  readonly differences: readonly Difference[];
  /** Differences that two equal requests have too: times, ids and short delays. */
  readonly noise: readonly Difference[];
  readonly identical: readonly Difference[];
}

export interface CompareOptions {
  /** Other requests that succeeded. A user or release that succeeded in one of them is hardly the reason. */
  readonly succeeded?: readonly Entry[];
  /** All failures are of B's release: it comes first. */
  readonly isReleaseShared?: boolean;
  /** Why B is compared. @default 'failed' */
  readonly why?: keyof typeof RULES;
}

/** How much longer times must be to be reported. */
const RULES = {
  failed: MUCH_SLOWER,
  /** B is known to be slow: what took longer comes first. */
  slow: SLOWER,
  /** The reader chose both: what took at least twice as long comes first, in either direction. */
  chosen: TWICE,
  /** B is a replay of A: the responses are compared too. Only ids and times should differ. */
  replayed: AGAIN,
} as const satisfies Record<string, SlowerRule>;

/** Compares B with A, an earlier or a usual request. Without a detail, only what every entry has is compared. */
export function compareProfiles(a: Profile, b: Profile, options: CompareOptions = {}): Comparison {
  const { why = 'failed' } = options;
  const rule: SlowerRule = RULES[why];
  const spans = compareSpans(a, b, rule);
  const explained = spans.reduce((sum, { gain }) => sum + gain, 0);
  const all = [
    ...spans.map(({ difference }) => difference),
    ...compareEntries(a.entry, b.entry, options),
    ...compareParameters(a.entry.url, b.entry.url),
    ...compareDetails(a, b),
    ...compareTiming(a, b, explained, rule),
    ...compareOutcome(a, b),
    ...(why === 'replayed' ? compareResponses(a, b) : []),
  ];
  const isTime = ({ subject, outcome = '' }: Difference) =>
    subject === 'time' || outcome.startsWith('took ') || outcome.startsWith('ran ');
  const areTimesFirst = why === 'slow' || why === 'chosen';
  const order = (each: Difference) => each.weight + (areTimesFirst && isTime(each) ? 100 : 0);
  return {
    differences: all.filter(({ weight }) => weight > NOISE).sort((x, y) => order(y) - order(x)),
    noise: all.filter(({ weight }) => weight === NOISE),
    identical: all.filter(({ weight, a: value }) => weight === EQUAL && value !== null),
  };
}

function compareEntries(
  a: Entry,
  b: Entry,
  { succeeded = [], isReleaseShared = false }: CompareOptions,
): readonly Difference[] {
  const pair = (subject: Difference['subject'], field: keyof Entry, weight: number) =>
    valuePair(subject, '', String(a[field]) || null, String(b[field]) || null, weight);
  const seen = (field: 'user' | 'release' | 'client', weight: number) =>
    succeeded.some((entry) => entry[field] === b[field]) ? Math.min(weight, WEIGHTS.seenBefore) : weight;
  const [tagsA, tagsB] = [a, b].map(({ tags }) => tags.toSorted().join(', ')) as [string, string];
  const isSameRoute = a.route === b.route && (a.route !== '' || pathOf(a.url) === pathOf(b.url));
  return [
    pair('method', 'method', WEIGHTS.sentDifferently),
    valuePair('route', '', a.route || null, b.route || null, WEIGHTS.sentDifferently),
    valuePair(
      'URL',
      '',
      pathOf(a.url) || null,
      pathOf(b.url) || null,
      isSameRoute || isSameShape(pathOf(a.url), pathOf(b.url)) ? NOISE : WEIGHTS.sentDifferently - 1,
    ),
    pair('host', 'host', WEIGHTS.inputChanged),
    pair('operation', 'operation', WEIGHTS.operation),
    pair('user', 'user', seen('user', WEIGHTS.user)),
    pair('release', 'release', isReleaseShared ? WEIGHTS.sharedRelease : seen('release', WEIGHTS.release)),
    pair('service', 'service', WEIGHTS.service),
    pair('environment', 'environment', WEIGHTS.service),
    pair('kind', 'kind', WEIGHTS.tag),
    valuePair('client', 'class', a.client, b.client, seen('client', WEIGHTS.client)),
    valuePair('client', 'IP', a.ip || null, b.ip || null, NOISE),
    valuePair('process', 'instance', a.instance || null, b.instance || null, NOISE),
    valuePair('tag', '', tagsA || null, tagsB || null, WEIGHTS.tag),
  ];
}

function compareDetails(a: Profile, b: Profile): readonly Difference[] {
  const count = countPair(a.entry, b.entry, a.detail !== null && b.detail !== null);
  if (!a.detail || !b.detail) return [count];
  const [from, to] = [a.detail, b.detail];
  const isSameStatus = a.entry.status === b.entry.status;
  return [
    count,
    valuePair('process', 'ended by', from.endedBy ?? null, to.endedBy ?? null, WEIGHTS.failed),
    ...compareRequestHeaders(from.requestHeaders, to.requestHeaders),
    ...compareFields(from.requestBody, to.requestBody),
    ...compareLogs(from.logs ?? [], to.logs ?? []),
    ...compareNotes(from, to),
    ...compareResponseHeaders(from.responseHeaders, to.responseHeaders, isSameStatus),
    ...compareBodies(from, to),
    valuePair('client', 'HTTP version', from.httpVersion, to.httpVersion, NOISE),
  ];
}

/** Without details, only the number of queries is known. */
function countPair(a: Entry, b: Entry, hasDetails: boolean): Difference {
  const isTelling = Math.max(a.queries, b.queries) >= 2 * Math.min(a.queries, b.queries);
  const weight = isTelling && !hasDetails ? WEIGHTS.repeated : NOISE;
  return valuePair('query', 'count', String(a.queries), String(b.queries), weight);
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}
