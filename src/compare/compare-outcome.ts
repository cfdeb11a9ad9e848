import { describeBody, readableBody } from '../format/body-text.ts';
import { errorFields } from '../format/pretty-json.ts';
import { formatBytes } from '../format/units.ts';
import type { Body } from '../profile/body.ts';
import { loudnessOf } from '../profile/log-level.ts';
import { type Detail, type Exception, exceptionsIn, type LogLine, type Profile } from '../profile/profile.ts';
import { compareNamed, joinByName } from './compare-headers.ts';
import { fieldsOf } from './compare-parameters.ts';
import { type Difference, EQUAL, NOISE, timesText, valuePair, WEIGHTS } from './difference.ts';
import { isSameParameter, isSameShape, shapeOf } from './value-shape.ts';

const MAX_LOGS = 500;
/** For longer responses, only type and size are shown. */
const MAX_RESPONSE = 100;

export function compareOutcome(a: Profile, b: Profile): readonly Difference[] {
  const [statusA, statusB] = [a.entry.status, b.entry.status];
  return [
    valuePair('status', '', String(statusA), String(statusB), WEIGHTS.status),
    ...compareExceptions(a, b),
    valuePair(
      'response',
      'size',
      formatBytes(a.entry.responseBytes),
      formatBytes(b.entry.responseBytes),
      NOISE,
    ),
    valuePair('body', 'size', formatBytes(a.entry.requestBytes), formatBytes(b.entry.requestBytes), NOISE),
  ];
}

/** Compares the exceptions, or the classes of the errors if a detail is missing. */
function compareExceptions(a: Profile, b: Profile): readonly Difference[] {
  const { detail: detailA, entry: entryA } = a;
  const { detail: detailB, entry: entryB } = b;
  if (!detailA || !detailB)
    return [valuePair('exception', '', entryA.error || null, entryB.error || null, WEIGHTS.exception)];
  const [allA, allB] = [exceptionsIn(detailA.exception), exceptionsIn(detailB.exception)];
  const pairs = Array.from({ length: Math.max(allA.length, allB.length) }, (_, i) => {
    const [from, to] = [titleOf(allA[i]), titleOf(allB[i])];
    const isNoise = from !== null && to !== null && isSameShape(from, to);
    return [
      valuePair('exception', i === 0 ? '' : 'cause', from, to, isNoise ? NOISE : WEIGHTS.exception),
      ...compareNamed('exception', fieldMap(allA[i]), fieldMap(allB[i]), (name, valueA, valueB) => {
        if (from === null || to === null) return NOISE;
        return isSameParameter(name, valueA ?? '', valueB ?? '') ? NOISE : WEIGHTS.exception;
      }),
      valuePair('exception', 'stack', allA[i]?.stack || null, allB[i]?.stack || null, NOISE),
    ];
  }).flat();
  if (pairs.length > 0 || (entryA.error === '' && entryB.error === '')) return pairs;
  return [valuePair('exception', '', entryA.error || null, entryB.error || null, WEIGHTS.exception)];
}

/** Log lines by level and text without values. New warnings and errors are the most relevant. */
export function compareLogs(a: readonly LogLine[], b: readonly LogLine[]): readonly Difference[] {
  const [linesA, linesB] = [tally(a), tally(b)];
  return [...new Set([...linesA.keys(), ...linesB.keys()])].map((shape) => {
    const [from, to] = [linesA.get(shape), linesB.get(shape)];
    const { level, text } = (to ?? from)?.first ?? { level: '', text: '' };
    const isLoud = loudnessOf(level) !== null;
    const weight = !from ? (isLoud ? WEIGHTS.loudLog : WEIGHTS.quietLog) : to ? NOISE : WEIGHTS.quietLog - 1;
    const countA = from ? timesText(from.count) : null;
    const countB = to ? timesText(to.count) : null;
    return {
      subject: 'log',
      name: `${level} ${text}`.trim(),
      a: countA,
      b: countB,
      ...(!to ? { outcome: 'not written' } : !from && { outcome: 'new' }),
      weight: countA === countB ? EQUAL : weight,
    };
  });
}

export function compareNotes(a: Detail, b: Detail): readonly Difference[] {
  const map = ({ notes = [] }: Detail) => joinByName(notes.map(({ key, value }) => [key, value]));
  return compareNamed('note', map(a), map(b), (_, from, to) => {
    if (from !== null && to !== null) return isSameShape(from, to) ? NOISE : WEIGHTS.tag;
    return from === null ? WEIGHTS.tag : WEIGHTS.quietLog;
  });
}

/** The texts of both bodies. Their fields are compared one by one elsewhere. */
export function compareBodies(a: Detail, b: Detail): readonly Difference[] {
  return [
    ...bodyPair('body', a.requestBody, b.requestBody),
    ...bodyPair('response', a.responseBody, b.responseBody),
  ];
}

function bodyPair(subject: 'body' | 'response', a: Body | undefined, b: Body | undefined): Difference[] {
  const text = (body: Body | undefined) => (body ? (readableBody(body) ?? describeBody(body)) : null);
  return a || b ? [valuePair(subject, subject === 'body' ? '' : 'body', text(a), text(b), NOISE)] : [];
}

/** The bodies of two responses with the same status: their fields, or the texts if they have none. */
export function compareResponses(a: Profile, b: Profile): readonly Difference[] {
  const [bodyA, bodyB] = [a.detail?.responseBody, b.detail?.responseBody];
  if (a.entry.status !== b.entry.status || bodyA?.text === undefined || bodyB?.text === undefined) return [];
  const [fieldsA, fieldsB] = [fieldsOf(bodyA), fieldsOf(bodyB)];
  if (fieldsA && fieldsB)
    return compareNamed('response', fieldsA, fieldsB, (name, from, to) =>
      from !== null && to !== null && isSameParameter(name, from, to) ? NOISE : WEIGHTS.fieldChanged,
    ).filter(({ weight }) => weight > NOISE);
  if (isSameShape(bodyA.text, bodyB.text)) return [];
  const about = { subject: 'response', name: 'body', weight: WEIGHTS.fieldChanged } as const;
  if (Math.max(bodyA.text.length, bodyB.text.length) <= MAX_RESPONSE)
    return [{ ...about, a: bodyA.text, b: bodyB.text }];
  return [{ ...about, a: describeBody(bodyA), b: describeBody(bodyB), outcome: 'differs' }];
}

interface Tally {
  readonly first: LogLine;
  readonly count: number;
}

function tally(lines: readonly LogLine[]): ReadonlyMap<string, Tally> {
  const counts = new Map<string, Tally>();
  for (const line of lines.slice(0, MAX_LOGS)) {
    const shape = shapeOf(`${line.level} ${line.text}`);
    const known = counts.get(shape);
    counts.set(shape, { first: known?.first ?? line, count: (known?.count ?? 0) + 1 });
  }
  return counts;
}

function fieldMap(exception: Exception | undefined): ReadonlyMap<string, string> {
  return new Map(errorFields(exception?.fields));
}

function titleOf(exception: Exception | undefined): string | null {
  return exception ? `${exception.name}: ${exception.message}` : null;
}
