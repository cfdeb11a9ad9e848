import { formatDuration } from '../format/units.ts';
import type { Profile } from '../profile/profile.ts';
import { type Difference, EQUAL, NOISE, WEIGHTS } from './difference.ts';

/** How much longer a time must be to count as slower. */
export interface SlowerRule {
  /** In microseconds. */
  readonly gain: number;
  readonly factor: number;
  /** The share of the request's duration that a delay must have. @default 0.2 */
  readonly share?: number;
  /** Whether a time that became shorter counts too. */
  readonly eitherWay?: true;
}

/** Against a single request: the same operation often takes twice as long the next time. */
export const MUCH_SLOWER: SlowerRule = { gain: 5000, factor: 2.5 };
/** Against the same request: the first one after a change of the app is often slower. */
export const AGAIN: SlowerRule = { gain: 50_000, factor: 2.5 };
/** Against a usual request, when this one is known to be slow. */
export const SLOWER: SlowerRule = { gain: 1000, factor: 1.2 };
/** For two requests that the reader chose. Either may be the slow one. */
export const TWICE: SlowerRule = { gain: 5000, factor: 2, share: 0, eitherWay: true };
const MIN_SHARE = 0.2;
/** In a busy process, shorter event-loop delays are usual. */
const MIN_LOOP_GAIN = 20_000;

/** Whether B took longer than A, and this delayed the request noticeably. Times are in microseconds. */
function isSlower(a: number, b: number, requestDuration: number, rule: SlowerRule): boolean {
  const { gain, factor, share = MIN_SHARE } = rule;
  return b - a >= Math.max(gain, share * requestDuration) && b >= factor * a;
}

/** Whether the times differ noticeably: B is slower or, if the rule says so, faster. */
export function differsInTime(a: number, b: number, requestDuration: number, rule: SlowerRule): boolean {
  const isFaster = rule.eitherWay === true && isSlower(b, a, requestDuration, rule);
  return isFaster || isSlower(a, b, requestDuration, rule);
}

/**
 * The phases of two requests. What slower spans explain is not reported again.
 * @param explained by how much spans that are reported took longer, in microseconds
 */
export function compareTiming(
  a: Profile,
  b: Profile,
  explained: number,
  rule: SlowerRule,
): readonly Difference[] {
  const found: Difference[] = [];
  const duration = a.entry.duration;
  let rest = explained;
  for (const [name, get] of PHASES) {
    const [from, to] = [get(a), get(b)];
    if (from === undefined || to === undefined) continue;
    const gain = to - from;
    const isExplained = gain < 0 ? rest <= gain / 2 : rest >= gain / 2;
    const without = gain < 0 ? to - Math.min(0, rest) : to - Math.max(0, rest);
    const differs = !isExplained && differsInTime(from, without, duration, rule);
    rest -= rule.eitherWay ? gain : Math.max(0, gain);
    found.push(timePair(name, from, to, differs ? WEIGHTS.slowerPhase : NOISE));
  }
  const isPhased = found.some(({ weight }) => weight > 0);
  const gain = b.entry.duration - duration;
  const isExplained = isPhased || (gain < 0 ? explained <= gain / 2 : explained >= gain / 2);
  const differs = !isExplained && differsInTime(duration, b.entry.duration, duration, rule);
  found.push(timePair('Duration', duration, b.entry.duration, differs ? WEIGHTS.slowerPhase : NOISE));
  const [delayA, delayB] = [a.detail?.loopDelay, b.detail?.loopDelay];
  if (delayA !== undefined && delayB !== undefined) {
    const isHeld = delayB - delayA >= MIN_LOOP_GAIN && isSlower(delayA, delayB, duration, rule);
    found.push(timePair('Event-loop delay', delayA, delayB, isHeld ? WEIGHTS.slower + 9 : NOISE));
  }
  const [cpuA, cpuB] = [a.detail?.cpu, b.detail?.cpu];
  if (cpuA !== undefined && cpuB !== undefined) found.push(timePair('CPU time', cpuA, cpuB, NOISE));
  return found;
}

const PHASES: readonly (readonly [name: string, get: (profile: Profile) => number | undefined])[] = [
  ['Middleware', ({ detail }) => detail?.phases?.handler],
  ['Handler', ({ detail }) => between(detail?.phases?.handler ?? 0, detail?.phases?.headers)],
  [
    'Response',
    ({ detail }) => {
      const { headers, finished } = detail?.phases ?? {};
      return headers === undefined ? undefined : between(headers, finished);
    },
  ],
];

function between(from: number, to: number | undefined): number | undefined {
  return to === undefined ? undefined : Math.max(0, to - from);
}

function timePair(name: string, a: number, b: number, weight: number): Difference {
  const [textA, textB] = [formatDuration(a), formatDuration(b)];
  return { subject: 'time', name, a: textA, b: textB, weight: textA === textB ? EQUAL : weight };
}
