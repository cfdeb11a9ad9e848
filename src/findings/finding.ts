import type { Micros } from '../profile/time.ts';
import type { Share } from './chance.ts';
import type { Trait } from './in-common/trait.ts';

/** Something wrong that a book shows by itself, as data. */
interface Found<Kind extends string, Evidence> {
  readonly kind: Kind;
  /** Recorded text: an error group, a route, a client, a job. */
  readonly subject: string;
  readonly evidence: Evidence;
  /** How many requests, runs or profiles it is about. */
  readonly count: number;
  /** The query that lists them; `null` if they can't be searched for. */
  readonly query: string | null;
}

export type NewError = Found<'new', ErrorEvidence>;
/** An error that was absent for a release, or for a week. */
export type ErrorIsBack = Found<'back', ErrorEvidence & { readonly absentSince: Micros }>;
/** Processes that ended by an error. Without a subject: without a word, as after `kill -9` or out of memory. */
export type Crashed = Found<
  'crashed',
  { readonly last: Micros; readonly release: string; readonly instance: string }
>;
/** A service whose requests stopped, while others went on. Counted are those that it had in the same time a day before. */
export type Silent = Found<
  'silent',
  {
    readonly last: Micros;
    readonly instance: string;
    /** In microseconds. */
    readonly for: number;
  }
>;
export type SlowerRoute = Found<'slower', SlowerEvidence>;
export type FailingJob = Found<
  'failing-job',
  { readonly runs: number; readonly error: string; readonly last: Micros }
>;
export type GotThrough = Found<'got-through', GotThroughEvidence>;
export type NPlusOne = Found<'n+1', NPlusOneEvidence>;
export type Dropping = Found<'dropping', { readonly of: number; readonly since: Micros | null }>;

interface ErrorEvidence {
  readonly first: Micros;
  readonly last: Micros;
  /** The release that it began with; empty if an earlier one was running when it began. */
  readonly release: string;
  /** Method and route of the first request, or the name of the job. */
  readonly where: string;
}

interface SlowerEvidence {
  /** In microseconds. */
  readonly p90: number;
  readonly was: number;
  /** When it began; `null` if that is not known. */
  readonly since: Micros | null;
  /** Set if it was compared with the release before. */
  readonly release: string;
  readonly why: Cause | null;
}

/** What explains most of a delay. */
export interface Cause {
  readonly trait: Trait;
  /** The part of the delay, from 0 to 1. */
  readonly share: number;
  /** Whether requests did not do it before. */
  readonly isNew: boolean;
}

interface GotThroughEvidence {
  /** Scanners that got something. */
  readonly clients: number;
  readonly requests: number;
  /** Some of the paths. */
  readonly paths: readonly string[];
}

interface NPlusOneEvidence {
  readonly statement: string;
  /** How often the latest of these requests repeats it. */
  readonly times: number;
  /** The line of the app that makes most of the calls; empty if it is not known. */
  readonly caller: string;
  /** The requests that do so, of those that were looked at. */
  readonly requests: Share;
}

export type Finding =
  | Crashed
  | Silent
  | NewError
  | ErrorIsBack
  | FailingJob
  | SlowerRoute
  | GotThrough
  | NPlusOne
  | Dropping;
export type FindingKind = Finding['kind'];

/** Whether an error was not there before. */
export function isNewOrBack(kind: string): boolean {
  return kind === 'new' || kind === 'back';
}

/** The order in which they are listed. */
export const FINDING_KINDS = [
  'crashed',
  'silent',
  'new',
  'back',
  'failing-job',
  'slower',
  'got-through',
  'n+1',
  'dropping',
] as const satisfies readonly FindingKind[];
