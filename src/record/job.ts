import { performance } from 'node:perf_hooks';
import { cutText } from '../format/cut-text.ts';
import { type Draft, FAILED, NO_HTTP, NO_REQUEST, NOT_ENDED, SUCCEEDED } from '../pipeline/draft/draft.ts';
import { PROCESS_EXITED } from '../profile/entry.ts';
import type { Activity } from '../profile/profile.ts';
import { queryTimes } from '../profile/query-time.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { MAX_LENGTH } from '../redact/profile/bound-profile.ts';
import { type Clock, createClock, micros } from './clock.ts';
import { currentTrail, runInScope } from './context.ts';
import { toException, type UncaughtError } from './exception.ts';
import { type InProgress, InProgressList, type Unfinished } from './in-progress.ts';
import type { RecordingBook } from './recording-book.ts';
import { Trail, type TrailOwner } from './trail.ts';
import { EMPTY_END, type TrailEnd } from './trail-items.ts';
import { type Failure, whenDone } from './when-done.ts';

const METHOD = 'JOB';
/** Jobs that are recorded if the process ends before them. */
const MAX_IN_PROGRESS = 1000;

/** The books that are open, the oldest first. */
const books: Jobs[] = [];

/** Lets a book record jobs. */
export function openJobs(book: RecordingBook): Jobs {
  const jobs = new Jobs(book);
  books.push(jobs);
  return jobs;
}

/** Runs a function as a job of the book that has been open for the longest time. */
export function runJob<Result>(name: string, run: () => Result): Result {
  const [jobs] = books;
  return jobs ? jobs.run(name, run) : run();
}

export function hasOpenBook(): boolean {
  return books.length > 0;
}

export interface LibraryJob {
  readonly name: string;
  /** The instrumentation that observes it. If several books have it, the oldest one records the job. */
  readonly observedBy: string;
  /** Whether the job has failed with this error, instead of being postponed. */
  readonly isFailure?: (error: unknown) => boolean;
}

/** Runs the job of a library as a job of this book. */
export function runLibraryJob<Result>(book: object, job: LibraryJob, run: () => Result): Result {
  const { name, observedBy, isFailure = () => true } = job;
  const oldest = books.find((open) => open.book.trails?.instrumentations.has(observedBy));
  return oldest?.book === book ? oldest.run(name, run, isFailure) : run();
}

/** Runs a function outside of the current request or job, such as the loop of a worker. */
export function runOutside<Result>(run: () => Result): Result {
  return currentTrail() ? runInScope(undefined, run) : run();
}

export class Jobs implements InProgress {
  readonly book: RecordingBook;
  readonly #inProgress = new InProgressList<JobRecording>();
  readonly #timeAt: Clock = createClock();

  constructor(book: RecordingBook) {
    this.book = book;
  }

  /** After the book was closed, the function only runs. */
  run<Result>(name: string, run: () => Result, isFailure: (error: unknown) => boolean = () => true): Result {
    const recording = books.includes(this) ? this.#start(name) : undefined;
    if (!recording) return run();
    const { trail } = recording;
    // Without a limit, promises that never settle would leak.
    if (this.#inProgress.size < MAX_IN_PROGRESS) this.#inProgress.add(recording);
    return whenDone(
      () => (trail ? runInScope(trail, run) : run()),
      (failure) => this.#finish(recording, failure && isFailure(failure.error) ? failure : null, ''),
    );
  }

  endAll(by: string): void {
    for (const recording of this.#inProgress) this.#finish(recording, null, by);
  }

  unfinished(): Iterable<Unfinished> {
    return this.#inProgress;
  }

  close(): void {
    const index = books.indexOf(this);
    if (index >= 0) books.splice(index, 1);
  }

  #finish(recording: JobRecording, failure: Failure, endedBy: string): void {
    this.#inProgress.delete(recording);
    try {
      recording.finish(failure, endedBy);
    } catch {
      recording.fault();
    }
  }

  #start(name: string): JobRecording | undefined {
    try {
      return new JobRecording(cutText(name, MAX_LENGTH.operation), this.book, this.#timeAt);
    } catch {
      this.book.counts.faults++;
      return undefined;
    }
  }
}

class JobRecording implements TrailOwner, Unfinished {
  readonly book: RecordingBook;
  /** `null` if nothing is observed. */
  readonly trail: Trail | null;
  place = -1;
  readonly #name: string;
  readonly startedAt = performance.now();
  readonly #time: Micros;
  readonly seq: Seq | null;
  #uncaught: UncaughtError | null = null;

  constructor(name: string, book: RecordingBook, timeAt: Clock) {
    this.#name = name;
    this.book = book;
    this.#time = timeAt(this.startedAt);
    this.seq = book.queue.seqs.take(this.startedAt);
    this.trail = book.trails && new Trail(this.startedAt, this, book.trails);
  }

  takeSeq(): Seq | null {
    return this.seq === null ? null : this.book.queue.seqs.take();
  }

  fault(): void {
    this.book.counts.faults++;
  }

  fail(error: UncaughtError): void {
    this.#uncaught ??= error;
  }

  finish(failure: Failure, endedBy: string): void {
    const { queue, details } = this.book;
    const endedAt = performance.now();
    const trail = this.trail?.end(endedAt) ?? EMPTY_END;
    const { items } = trail;
    const thrown = failure ? toException(failure.error) : (this.#uncaught?.exception ?? null);
    const error = thrown?.name || (failure ? 'Error' : endedBy === '' ? '' : PROCESS_EXITED);
    const millis = endedAt - this.startedAt;
    const duration = micros(millis);
    const state = details(error !== '', millis, queue.level());
    const isKept = state === 'kept';
    const draft: Draft = {
      ...this.#begun(),
      status: error === '' ? SUCCEEDED : FAILED,
      duration,
      traceparent: items.traceparent,
      error,
      user: items.user,
      tags: items.tags,
      queryTimes: isKept ? [] : queryTimes(items.spans, duration),
      state,
      fatal: state === 'budget' ? thrown : null,
      detail: isKept
        ? { ...NO_HTTP, activity: this.#activity(trail, endedBy), exception: thrown ?? trail.reported }
        : null,
      stages: items.subRequests,
    };
    queue.append(draft);
  }

  /** The part of the draft that is known before the job ends. */
  #begun() {
    return {
      ...NO_REQUEST,
      seq: this.seq,
      time: this.#time,
      method: METHOD,
      target: `job:${encodeURI(this.#name.toWellFormed())}`,
      operation: this.#name,
      kind: 'job',
    } as const;
  }

  progress(): Draft {
    return { ...NOT_ENDED, ...this.#begun(), status: FAILED };
  }

  #activity(trail: TrailEnd, endedBy: string): Activity | null {
    const activity = this.trail && trail.activity();
    return endedBy === '' ? activity : { ...activity, endedBy };
  }
}
