import { performance } from 'node:perf_hooks';
import { cutText } from '../format/cut-text.ts';
import { MAX_LENGTH } from '../pipeline/bound-profile.ts';
import type { Draft, RawDetail } from '../pipeline/draft.ts';
import { queryTimes } from '../profile/query-time.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { type Clock, createClock } from './clock.ts';
import { currentTrail, runInScope } from './context.ts';
import { toException } from './exception.ts';
import type { RecordingBook } from './recording.ts';
import { type Failure, whenDone } from './settle.ts';
import { micros, stagesOf } from './stages.ts';
import { Trail, type TrailOwner } from './trail.ts';

const METHOD = 'JOB';
/** A job has no status of its own: these let searches, counts and rules for requests find failed jobs too. */
const [SUCCEEDED, FAILED] = [200, 500];

/** The books that are open, the oldest first. */
const books: Jobs[] = [];

/** Lets a book record jobs. Returns a function that ends it. */
export function openJobs(book: RecordingBook): () => void {
  const jobs = new Jobs(book);
  books.push(jobs);
  return () => {
    const index = books.indexOf(jobs);
    if (index >= 0) books.splice(index, 1);
  };
}

/** Runs a function as a job of the book that has been open for the longest time. */
export function runJob<Result>(name: string, run: () => Result): Result {
  const [jobs] = books;
  return jobs ? jobs.run(name, run, () => true) : run();
}

/** A job that a library runs. */
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

/** Runs what is not part of the current request or job, such as the loop of a worker. */
export function runOutside<Result>(run: () => Result): Result {
  return currentTrail() ? runInScope(undefined, run) : run();
}

class Jobs {
  readonly book: RecordingBook;
  readonly #timeAt: Clock = createClock();

  constructor(book: RecordingBook) {
    this.book = book;
  }

  run<Result>(name: string, run: () => Result, isFailure: (error: unknown) => boolean): Result {
    const recording = this.#start(name);
    if (!recording) return run();
    const { trail } = recording;
    return whenDone(
      () => (trail ? runInScope(trail, run) : run()),
      (failure) => {
        try {
          recording.finish(failure && isFailure(failure.error) ? failure : null);
        } catch {
          recording.fault();
        }
      },
    );
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

/** One job while it runs. */
class JobRecording implements TrailOwner {
  readonly book: RecordingBook;
  /** `null` if nothing is observed. */
  readonly trail: Trail | null;
  readonly #name: string;
  readonly #startedAt = performance.now();
  readonly #time: Micros;
  readonly seq: Seq | null;

  constructor(name: string, book: RecordingBook, timeAt: Clock) {
    this.#name = name;
    this.book = book;
    this.#time = timeAt(this.#startedAt);
    this.seq = book.queue.seqs.take(this.#startedAt);
    this.trail = book.trails && new Trail(this.#startedAt, this, book.trails);
  }

  takeSeq(): Seq | null {
    return this.seq === null ? null : this.book.queue.seqs.take();
  }

  fault(): void {
    this.book.counts.faults++;
  }

  finish(failure: Failure): void {
    const { queue, details } = this.book;
    const endedAt = performance.now();
    const trail = this.trail?.end(endedAt) ?? null;
    const thrown = failure && toException(failure.error);
    const millis = endedAt - this.#startedAt;
    const state = details(failure !== null, millis, queue.level());
    const isKept = state === 'kept';
    if (isKept) trail?.locateCalls();
    const detail: RawDetail = {
      activity: trail?.activity ?? null,
      httpVersion: '',
      socketIp: '',
      headers: [],
      sent: '',
      exception: thrown ?? trail?.reported ?? null,
    };
    const draft: Draft = {
      seq: this.seq,
      time: this.#time,
      status: failure ? FAILED : SUCCEEDED,
      ip: '',
      method: METHOD,
      target: `job:${encodeURI(this.#name.toWellFormed())}`,
      secure: false,
      host: undefined,
      localHost: '',
      route: '',
      operation: this.#name,
      duration: micros(millis),
      requestBytes: 0,
      responseBytes: 0,
      agent: '',
      traceparent: '',
      error: failure ? thrown?.name || 'Error' : '',
      kind: 'job',
      user: trail?.user ?? '',
      tags: trail?.tags ?? [],
      queryTimes: isKept ? [] : queryTimes(trail?.activity.spans ?? [], micros(millis)),
      state,
      detail: isKept ? detail : null,
      stages: stagesOf(null, trail, endedAt),
    };
    queue.append(draft);
  }
}
