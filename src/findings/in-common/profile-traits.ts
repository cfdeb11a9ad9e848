import { isVarying } from '../../compare/compare-headers.ts';
import { type SpanGroup, spanGroups } from '../../compare/span-groups.ts';
import { shapeOf } from '../../compare/value-shape.ts';
import type { Entry } from '../../profile/entry.ts';
import { loudnessOf } from '../../profile/log-level.ts';
import type { Detail, Profile } from '../../profile/profile.ts';
import { isQuery } from '../../profile/query-time.ts';
import { REDACTED } from '../../redact/rules.ts';
import { type ComparedField, createTrait, type Trait, traitKey, valueClause, valueTrait } from './trait.ts';

/** What a request has and did, by the keys of the traits. */
export interface Traits {
  readonly has: ReadonlyMap<string, Trait>;
  /** How long it did something, in microseconds. */
  readonly times: ReadonlyMap<string, Timed>;
}

interface Timed {
  readonly trait: Trait;
  readonly time: number;
}

/** Longer values are of one request. */
const MAX_VALUE_LENGTH = 200;
/** More log lines are not read: they are mostly repeated. */
const MAX_LOGS = 100;

export function profileTraits({ entry, detail }: Profile, fields: readonly ComparedField[]): Traits {
  const groups = detail ? groupsOf(detail) : [];
  const has = [
    ...entryTraits(entry, fields),
    ...(detail ? headerTraits(detail) : []),
    ...groups.flatMap(spanTraits),
    ...(detail ? logTraits(detail) : []),
  ];
  return {
    has: new Map(has.map((trait) => [traitKey(trait), trait])),
    times: detail ? timesOf(detail, groups) : new Map(),
  };
}

function entryTraits(entry: Entry, fields: readonly ComparedField[]): readonly Trait[] {
  return fields.flatMap((field) => {
    const values = field === 'tag' ? entry.tags : [String(entry[field])];
    return values.flatMap((value) => valueTrait(field, value) ?? []);
  });
}

/** A header that was sent, and the value it had. Withheld values have no trait. */
function headerTraits({ requestHeaders }: Detail): readonly Trait[] {
  return requestHeaders.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (isVarying(lower) || lower === 'host') return [];
    const sent = createTrait('header', lower);
    const isKept = value !== null && value.length <= MAX_VALUE_LENGTH && !value.includes(REDACTED);
    return isKept ? [sent, createTrait('header', `${lower}: ${value}`)] : [sent];
  });
}

function spanTraits(group: SpanGroup): readonly Trait[] {
  const made = spanTrait(group);
  return group.failed === 0 ? [made] : [made, { ...made, outcome: 'failed', clause: null }];
}

function spanTrait({ kind, name }: SpanGroup): Trait {
  if (kind === 'http') return createTrait('call', shapeOf(name.replace(/[?#].*$/s, '')));
  if (!isQuery({ kind })) return createTrait('span', shapeOf(name));
  return { ...createTrait('query', name), clause: valueClause('query', name) };
}

function logTraits({ logs = [] }: Detail): readonly Trait[] {
  return logs
    .slice(0, MAX_LOGS)
    .map(({ level, text }) => createTrait('log', `${level} ${shapeOf(text)}`.trim()));
}

/** A warning or an error. */
export function isLoudLog({ subject, name }: Trait): boolean {
  return subject === 'log' && loudnessOf(name.split(' ', 1)[0] ?? '') !== null;
}

function groupsOf({ spans = [] }: Detail): readonly SpanGroup[] {
  return [...spanGroups(spans).values()];
}

/** The times of what a request did, and of what it waited for, by the keys of the traits. */
export function timesOf(detail: Detail, groups = groupsOf(detail)): ReadonlyMap<string, Timed> {
  const { cpu, loopDelay } = detail;
  const waited = groups.reduce((sum, group) => sum + group.waited, 0);
  const times: Timed[] = [
    ...groups.map((group) => ({ trait: spanTrait(group), time: group.time })),
    { trait: createTrait('time', 'waiting for a connection'), time: waited },
    ...(cpu === undefined ? [] : [{ trait: createTrait('time', 'CPU'), time: cpu }]),
    ...(loopDelay === undefined ? [] : [{ trait: createTrait('time', 'event-loop delay'), time: loopDelay }]),
  ];
  return new Map(times.map((timed) => [traitKey(timed.trait), timed]));
}
