import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Comparison } from '../../compare/compare-profiles.ts';
import { messageOf } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Token } from '../../profile/token.ts';
import { createRedaction } from '../../redact/redaction.ts';
import { requestOf } from '../../report/export/replayable-request.ts';
import { profileAt } from '../../store/profile-of.ts';
import type { Store } from '../../store/store.ts';
import { compareReplay, compareResponses, unrecordedProfile } from './compare-replay.ts';
import { overridingMethods } from './method-override.ts';
import { type GivenParts, type MissingPart, type PlannedRequest, planRequest } from './planned-request.ts';
import { parseReplayTarget } from './replay-target.ts';
import { type ReplayResponse, sendRequest } from './send.ts';
import { waitForProfiles } from './wait-for-profiles.ts';

export interface ReplayOptions extends Partial<GivenParts> {
  /** The address of the server, such as `http://localhost:3000`. */
  readonly to: string;
  readonly allowRemote?: boolean;
  /** Allow methods other than GET, HEAD and OPTIONS, also as overrides (`X-HTTP-Method-Override`, `_method`). */
  readonly allowChanges?: boolean;
  /** How often it is sent, one after the other. @default 1 */
  readonly times?: number;
  /** Milliseconds for each response. @default 30000 */
  readonly timeout?: number;
  /** Milliseconds to wait for the profiles in the book. @default 5000 */
  readonly wait?: number;
  readonly signal?: AbortSignal;
  readonly onSent?: (count: number) => void;
}

export interface ReplayRun {
  readonly status: number | null;
  /** Why there was no response; empty if there was one. */
  readonly failure: string;
  /** In microseconds, from the new profile or, without one, as the client measured it. */
  readonly duration: number;
  readonly token: Token | null;
}

/** The durations of several replays, in microseconds. */
interface Distribution {
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export interface Replayed {
  readonly outcome: 'replayed';
  /** The recorded request. An error stage or a sub-request is replayed as its request. */
  readonly token: Token;
  readonly recorded: Profile;
  readonly request: PlannedRequest;
  readonly runs: readonly ReplayRun[];
  /** How many runs had each status, the most frequent first; `0` counts those without a response. */
  readonly statuses: readonly (readonly [status: number, count: number])[];
  readonly durations: Distribution | null;
  /** The run that is compared: the first with another status than the recorded one, or the one with the median duration. */
  readonly compared: {
    readonly run: ReplayRun;
    readonly profile: Profile;
    /** `response` if the new request is not in the book: then only status, response headers, size and duration are compared. */
    readonly by: 'profile' | 'response';
    readonly comparison: Comparison;
  } | null;
}

export interface ReplayRefused {
  readonly outcome: 'refused';
  /**
   * `not-sendable`: it can't be sent at all; `missing`: give the missing parts; `remote` and
   * `changes`: set `allowRemote` or `allowChanges` if the user agrees.
   */
  readonly why: 'not-sendable' | 'missing' | 'remote' | 'changes';
  /** Contains recorded text. */
  readonly reason: string;
  readonly missing: readonly MissingPart[];
}

export const DEFAULT_TIMEOUT = 30_000;
export const DEFAULT_WAIT = 5000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sends a recorded request again and compares what came of it. Throws only if an option is invalid. */
export async function replay(
  book: Store,
  profile: Profile,
  options: ReplayOptions,
): Promise<Replayed | ReplayRefused> {
  const target = parseReplayTarget(options.to);
  const { parent } = profile.entry;
  const recorded = parent === null ? profile : await profileAt(book, parent);
  if (recorded === null) return refused('not-sendable', 'The main request is no longer in the book.');
  const { headers = [], body, path, times = 1 } = options;
  const plan = planRequest(recorded, await requestOf(book, recorded), target, { headers, body, path });
  if (!plan.ok)
    return refused(plan.missing.length > 0 ? 'missing' : 'not-sendable', plan.reason, plan.missing);
  const { request } = plan;
  if (!target.isLoopback && !options.allowRemote)
    return refused('remote', `${target.origin} is not on this machine.`, request.missing);
  const change = options.allowChanges ? null : possibleChange(request);
  if (change !== null) return refused('changes', `${change} may change data of the app.`, request.missing);

  const sent: Sent[] = [];
  while (sent.length < times && !options.signal?.aborted) {
    sent.push(await sendOnce(request, options));
    options.onSent?.(sent.length);
  }
  const profiles = await findProfiles(book, recorded, request, sent, options);
  return {
    outcome: 'replayed',
    token: book.tokens.tokenOf(recorded.entry.seq),
    recorded,
    request,
    ...outcomeOf(book, recorded, request, sent, profiles),
  };
}

/** The method that may change data, in words; `null` if there is none. */
function possibleChange(request: PlannedRequest): string | null {
  const { method, path } = request;
  if (!SAFE_METHODS.has(method)) return `${method} ${path}`;
  const override = overridingMethods(request).find((each) => !SAFE_METHODS.has(each));
  return override === undefined ? null : `${method} ${path} with the method override ${override}`;
}

function refused(
  why: ReplayRefused['why'],
  reason: string,
  missing: readonly MissingPart[] = [],
): ReplayRefused {
  return { outcome: 'refused', why, reason, missing };
}

interface Sent {
  readonly trace: string;
  readonly response: ReplayResponse | null;
  readonly failure: string;
  /** In microseconds. */
  readonly duration: number;
}

async function sendOnce(request: PlannedRequest, { timeout, signal }: ReplayOptions): Promise<Sent> {
  const trace = randomBytes(16).toString('hex');
  const traceparent = `00-${trace}-${randomBytes(8).toString('hex')}-01`;
  const limit = AbortSignal.timeout(timeout ?? DEFAULT_TIMEOUT);
  const start = performance.now();
  const end = () => Math.round((performance.now() - start) * 1000);
  try {
    const ends = signal ? AbortSignal.any([signal, limit]) : limit;
    const headers = [...request.headers, ['traceparent', traceparent] as const];
    const response = await sendRequest({ ...request, headers }, ends);
    return { trace, response, failure: '', duration: end() };
  } catch (error) {
    // The errors of several addresses of one name have no message of their own.
    const first = error instanceof AggregateError ? error.errors[0] : error;
    const failure = limit.aborted ? 'The server did not answer in time.' : messageOf(first);
    return { trace, response: null, failure, duration: end() };
  }
}

/** Looks only for requests that had a response. */
function findProfiles(
  book: Store,
  { entry }: Profile,
  { method, path, target }: PlannedRequest,
  sent: readonly Sent[],
  { wait = DEFAULT_WAIT, signal, path: given }: ReplayOptions,
): Promise<ReadonlyMap<string, Profile>> {
  const traces = sent.filter(({ response }) => response !== null).map(({ trace }) => trace);
  // The app redacts a given URL too.
  const url = given === undefined ? entry.url : createRedaction().url(target.origin + path);
  return waitForProfiles(book, { traces, method, url }, wait, signal ?? new AbortController().signal);
}

function outcomeOf(
  book: Store,
  recorded: Profile,
  request: PlannedRequest,
  sent: readonly Sent[],
  profiles: ReadonlyMap<string, Profile>,
): Pick<Replayed, 'runs' | 'statuses' | 'durations' | 'compared'> {
  const results = sent.map((each) => {
    const profile = profiles.get(each.trace);
    const run: ReplayRun = {
      status: each.response?.status ?? null,
      failure: each.failure,
      duration: profile?.entry.duration ?? each.duration,
      token: profile ? book.tokens.tokenOf(profile.entry.seq) : null,
    };
    return { run, profile, response: each.response };
  });
  const runs = results.map(({ run }) => run);
  const answered = results.flatMap(({ run, profile, response }) =>
    response ? [{ run, profile, response }] : [],
  );
  const durations = distributionOf(answered.map(({ run }) => run.duration));
  const chosen =
    answered.find(({ run }) => run.status !== recorded.entry.status) ??
    answered.find(({ run }) => run.duration === durations?.p50);
  return { runs, statuses: statusCounts(runs), durations, compared: chosen ? compare(chosen) : null };

  function compare({ run, profile, response }: (typeof answered)[number]): Replayed['compared'] {
    if (profile)
      return { run, profile, by: 'profile', comparison: compareReplay(recorded, profile, request) };
    const seen = unrecordedProfile(recorded, response, run.duration);
    return { run, profile: seen, by: 'response', comparison: compareResponses(recorded, seen, request) };
  }
}

/** `null` without values. A percentile is the smallest value that is at least as large as that share of all. */
function distributionOf(values: readonly number[]): Distribution | null {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  if (sorted.length === 0) return null;
  return { min: at(0), p50: at(0.5), p95: at(0.95), max: at(1) };
}

function statusCounts(runs: readonly ReplayRun[]): Replayed['statuses'] {
  const counts = Map.groupBy(runs, ({ status }) => status ?? 0);
  return [...counts]
    .map(([status, members]) => [status, members.length] as const)
    .sort(([, a], [, b]) => b - a);
}
