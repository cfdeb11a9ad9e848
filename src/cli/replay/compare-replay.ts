import { type Comparison, compareProfiles } from '../../compare/compare-profiles.ts';
import { type Difference, NOISE } from '../../compare/difference.ts';
import { buildBody } from '../../pipeline/writer/build-body.ts';
import { decodeContent } from '../../pipeline/writer/decode-content.ts';
import type { Body } from '../../profile/body.ts';
import type { Detail, Header, Profile } from '../../profile/profile.ts';
import { createRedaction } from '../../redact/redaction.ts';
import type { PlannedRequest } from './planned-request.ts';
import type { ReplayResponse } from './send.ts';

const OF_THE_SERVER: ReadonlySet<string> = new Set(['host', 'service', 'release']);

/** Compares a replay with the recorded request. What the replay itself changed is noise. */
export function compareReplay(recorded: Profile, replayed: Profile, request: PlannedRequest): Comparison {
  return withNoise(compareProfiles(recorded, replayed, { why: 'replayed' }), ownChanges(request));
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

/** Differences that the replay itself causes: another server, release or client, and missing parts, which the result lists. */
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

/**
 * The response to a request that was not recorded, as a profile. It is redacted as recorded ones are, so that both can be
 * compared.
 * @param duration in microseconds, as the client measured it
 */
export function unrecordedProfile(recorded: Profile, response: ReplayResponse, duration: number): Profile {
  const redaction = createRedaction();
  const headers = response.headers.map(([name, value]): Header => redaction.header(name, value));
  const body = responseBody(response, redaction);
  const { entry, detail } = responseOnly(recorded);
  return {
    entry: { ...entry, status: response.status, duration, responseBytes: response.bytes },
    detail: detail && {
      ...detail,
      responseHeaders: headers,
      ...(recorded.detail?.responseBody && body && { responseBody: body }),
    },
  };
}

/** The part of a recorded request that its client saw: the response. */
function responseOnly({ entry, detail }: Profile): Profile {
  const seen: Detail | null = detail && {
    httpVersion: detail.httpVersion,
    socketIp: detail.socketIp,
    requestHeaders: [],
    responseHeaders: detail.responseHeaders,
    exception: null,
    ...(detail.responseBody && { responseBody: detail.responseBody }),
  };
  return { entry: { ...entry, error: '', errorGroup: '', queries: 0, queryTime: 0 }, detail: seen };
}

function responseBody(response: ReplayResponse, redaction: ReturnType<typeof createRedaction>): Body | null {
  const header = (name: string) => response.headers.find((each) => each[0] === name)?.[1] ?? '';
  const kept = decodeContent(response.body, header('content-encoding'));
  if (kept === null) return null;
  const isWhole = response.isComplete && response.body.length === response.bytes;
  const bytes = isWhole ? kept.length : Math.max(response.bytes, kept.length + 1);
  return buildBody({ type: header('content-type'), bytes, kept, missing: null }, redaction);
}
