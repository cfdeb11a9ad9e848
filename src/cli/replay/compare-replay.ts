import { type Comparison, compareProfiles } from '../../compare/compare-profiles.ts';
import { type Difference, NOISE, WEIGHTS } from '../../compare/difference.ts';
import type { Profile } from '../../profile/profile.ts';
import { compareResponseBodies } from './compare-response-bodies.ts';
import type { PlannedRequest } from './planned-request.ts';

/** In microseconds. */
const MIN_CLIENT_GAIN = 100_000;
/** Shorter delays, in microseconds, come last: the first request after a change is often slower. */
const MIN_DELAY = 50_000;

/**
 * Compares a replay with the recorded request. Both sent the same, so what was thrown says more than what was not reached
 * because of it. What the replay itself changed is noise.
 */
export function compareReplay(recorded: Profile, replayed: Profile, request: PlannedRequest): Comparison {
  const { differences, noise, identical } = compareProfiles(recorded, replayed);
  const isOwn = ownChanges(request);
  const delay = replayed.entry.duration - recorded.entry.duration;
  const loopGain = (replayed.detail?.loopDelay ?? 0) - (recorded.detail?.loopDelay ?? 0);
  return {
    differences: [...differences, ...compareResponseBodies(recorded, replayed)]
      .filter((difference) => !isOwn(difference))
      .map((difference) => withReplayWeight(difference, delay, loopGain))
      .sort((a, b) => b.weight - a.weight),
    noise: [...differences.filter(isOwn).map((difference) => ({ ...difference, weight: NOISE })), ...noise],
    identical,
  };
}

/** @param loopGain how much longer the event loop was held; both in microseconds */
function withReplayWeight(difference: Difference, delay: number, loopGain: number): Difference {
  const { subject, name, a, b, outcome = '', weight } = difference;
  // A query in place of another one says less than how often it runs.
  if (outcome.startsWith('ran ')) return { ...difference, weight: WEIGHTS.notReached + 1 };
  if (name === 'Event-loop delay' && loopGain < delay / 2)
    return { ...difference, weight: Math.min(weight, WEIGHTS.slowerPhase - 1) };
  if ((subject === 'time' || outcome.startsWith('took ')) && delay < MIN_DELAY)
    return { ...difference, weight: Math.min(weight, WEIGHTS.response - 1) };
  if (subject === 'exception' && name === '' && a === null)
    return { ...difference, weight: WEIGHTS.failed - 1 };
  if (subject === 'status') return { ...difference, weight: WEIGHTS.failed - (b?.startsWith('5') ? 2 : 3) };
  // Another version of the app is what a replay is for.
  return subject === 'release' ? { ...difference, weight: WEIGHTS.seenBefore } : difference;
}

/** Compares the responses alone: a client measures its connection too, so a slightly longer duration says nothing. */
export function compareResponses(recorded: Profile, replayed: Profile, request: PlannedRequest): Comparison {
  const { differences, noise, identical } = compareReplay(recorded, replayed, request);
  if (replayed.entry.duration - recorded.entry.duration >= MIN_CLIENT_GAIN)
    return { differences, noise, identical };
  const isTime = ({ subject }: Difference) => subject === 'time';
  return {
    differences: differences.filter((difference) => !isTime(difference)),
    noise: [...noise, ...differences.filter(isTime).map((time) => ({ ...time, weight: NOISE }))],
    identical,
  };
}

/** The address of the server, the client, and parts that are missing, which the result lists. */
function ownChanges({ missing, adapted }: PlannedRequest): (difference: Difference) => boolean {
  const headers = new Set([...adapted, ...missing.map(({ name }) => name)]);
  const cookies = new Set(missing.flatMap((part) => part.cookies ?? []));
  const areHeadersUnknown = missing.some(({ part, name }) => part === 'header' && name === '');
  return ({ subject, name, b }) => {
    if (subject === 'host' || subject === 'client' || subject === 'service') return true;
    if (subject === 'cookie') return cookies.has(name) && b === null;
    return subject === 'header' && (headers.has(name) || areHeadersUnknown);
  };
}
