import { type Comparison, compareProfiles } from '../../compare/compare-profiles.ts';
import { type Difference, NOISE } from '../../compare/difference.ts';
import type { Profile } from '../../profile/profile.ts';
import type { PlannedRequest } from './planned-request.ts';
import { responseOnly } from './unrecorded-profile.ts';

const OF_THE_SERVER: ReadonlySet<string> = new Set(['host', 'service', 'release']);

/** Compares a replay with the recorded request. What the replay itself changed is noise. */
export function compareReplay(recorded: Profile, replayed: Profile, request: PlannedRequest): Comparison {
  return withNoise(compareProfiles(recorded, replayed, { isSameRequest: true }), ownChanges(request));
}

/** Compares the responses alone: a client measures its connection too, so its durations are noise. */
export function compareResponses(recorded: Profile, replayed: Profile, request: PlannedRequest): Comparison {
  const comparison = compareReplay(responseOnly(recorded), replayed, request);
  return withNoise(comparison, ({ subject }) => subject === 'time');
}

function withNoise(comparison: Comparison, isNoise: (difference: Difference) => boolean): Comparison {
  const { differences, noise } = comparison;
  return {
    ...comparison,
    differences: differences.filter((difference) => !isNoise(difference)),
    noise: [...differences.filter(isNoise).map((each) => ({ ...each, weight: NOISE })), ...noise],
  };
}

/** The address of the server and the version of the app, the client, and parts that are missing, which the result lists. */
function ownChanges({ missing, adapted }: PlannedRequest): (difference: Difference) => boolean {
  const headers = new Set([...adapted, ...missing.map(({ name }) => name)]);
  const cookies = new Set(missing.flatMap((part) => part.cookies ?? []));
  const areHeadersUnknown = missing.some(({ part, name }) => part === 'header' && name === '');
  return ({ subject, name, b }) => {
    if (OF_THE_SERVER.has(subject) || subject === 'client') return true;
    if (subject === 'cookie') return cookies.has(name) && b === null;
    return subject === 'header' && (headers.has(name) || areHeadersUnknown);
  };
}
