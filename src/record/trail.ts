import { performance } from 'node:perf_hooks';
import { cutText } from '../format/cut-text.ts';
import type { Stage } from '../pipeline/draft.ts';
import type {
  Activity,
  Exception,
  LogLine,
  LogSource,
  Note,
  Omitted,
  Phases,
  Span,
  SpanKind,
} from '../profile/profile.ts';
import type { Seq } from '../profile/token.ts';
import { cpuAt, cpuSince, delaySince, ticksAt } from './load.ts';

/** So many of each are kept of a request. What comes after is counted. */
const MOST = { logs: 500, spans: 500, notes: 100, tags: 50, subRequests: 50 } as const;
/** All texts of one request, and of all that are under way. */
const MOST_TEXT = 131_072;
const MOST_TEXT_UNDER_WAY = 16_777_216;
/** What an item takes up besides its text. */
const ITEM = 64;
const LONGEST_TEXT = 4096;
const LONGEST_NAME = 200;
const LONGEST_ERROR = 500;
/** The place of the span that something is in, when it is in none. */
const NO_SPAN = -1;

type Kind = keyof typeof MOST;

/** A place in a request: what happens there happens in that span of that trail. */
export interface Scope {
  readonly trail: Trail;
  readonly span: number;
}

/** Whoever the trail is of. */
export interface TrailOwner {
  /** The number of a sub-request that begins now. */
  takeNumber(): Seq | null;
  /** Something went wrong in looking at it. */
  fault(): void;
}

/** What a trail has to say at the end. */
export interface TrailEnd {
  readonly seen: Activity;
  readonly subRequests: readonly (Stage & { readonly startedAt: number })[];
  /** The first error that the app reported. */
  readonly reported: Exception | null;
}

/** How a span went. */
export interface Outcome {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

type Writable<T> = { -readonly [key in keyof T]: T[key] };
type OpenSubRequest = Writable<Stage> & { startedAt: number };
interface Kept {
  readonly logs: LogLine[];
  readonly spans: Writable<Span>[];
  readonly notes: Note[];
  readonly tags: string[];
  readonly subRequests: OpenSubRequest[];
  readonly omitted: Record<Kind, number>;
}

/** The texts of all requests that are under way. */
let textUnderWay = 0;

/**
 * What is seen while a request is handled, unredacted and in plain values. It costs next to nothing until something
 * is seen, grows only up to its caps, and lets go of everything at the end: sockets and timers that outlive the
 * request may hold it for ever.
 */
export class Trail implements Scope {
  readonly trail = this;
  readonly span = NO_SPAN;
  ended = false;
  readonly #startedAt: number;
  readonly #cpuAt: number;
  readonly #ticksAt: number;
  #owner: TrailOwner | null;
  #handlerAt = 0;
  #headersAt = 0;
  #kept: Kept | null = null;
  #text = 0;
  #reported: Exception | null = null;

  /** `startedAt` is of the clock of `performance.now()`. */
  constructor(startedAt: number, owner: TrailOwner) {
    this.#startedAt = startedAt;
    this.#owner = owner;
    this.#cpuAt = cpuAt(startedAt);
    this.#ticksAt = ticksAt();
  }

  /** Whether there is room for one more. If there is none, one more was left out. Ask before making its text. */
  hasRoom(kind: Kind): boolean {
    if (this.ended) return false;
    this.#kept ??= nothing();
    if (this.#kept[kind].length < MOST[kind] && !this.#isFull()) return true;
    this.#kept.omitted[kind]++;
    return false;
  }

  /** To be called when there is room, as all that adds. */
  log(source: LogSource, level: string, text: string): void {
    this.#kept?.logs.push({
      at: this.#now(),
      source,
      level: cutText(level, LONGEST_NAME),
      text: this.#keep(text, LONGEST_TEXT),
    });
  }

  note(key: string, value: string): void {
    this.#kept?.notes.push({ key: cutText(key, LONGEST_NAME), value: this.#keep(value, LONGEST_TEXT) });
  }

  tag(name: string): void {
    if (!this.#kept?.tags.includes(name)) this.#kept?.tags.push(this.#keep(name, LONGEST_NAME));
  }

  /** A span begins, so many milliseconds ago. Gives its place. */
  begin(kind: SpanKind, name: string, parent: number, system = '', ago = 0): number {
    const spans = this.#kept?.spans;
    if (!spans) return NO_SPAN;
    const span: Writable<Span> = {
      kind,
      name: this.#keep(name, LONGEST_TEXT),
      at: Math.max(0, this.#now() - micros(ago)),
      duration: null,
      parent: parent === NO_SPAN ? null : parent,
    };
    if (system !== '') span.system = system;
    return spans.push(span) - 1;
  }

  /** The span at this place ends now; said again, it ended later than was thought. */
  finish(place: number, { status, error }: Outcome): void {
    const span = this.#kept?.spans[place];
    if (!span) return;
    span.duration = Math.max(0, this.#now() - span.at);
    if (status !== undefined) span.status = status;
    if (error !== undefined) span.error = this.#keep(error, this.#isFull() ? 0 : LONGEST_ERROR);
  }

  /** Whoever told of a span knows at the end what it was. */
  rename(place: number, kind: SpanKind, name: string, system: string): void {
    const span = this.#kept?.spans[place];
    if (!span) return;
    span.kind = kind;
    if (name !== span.name) span.name = this.#keep(name, this.#isFull() ? LONGEST_NAME : LONGEST_TEXT);
    if (system !== '') span.system = cutText(system, LONGEST_NAME);
  }

  /** A sub-request begins, with a row of its own in the book. Ends by what it is given back. */
  beginSubRequest(name: string): (exception: Exception | null) => void {
    const seq = this.#owner?.takeNumber() ?? null;
    const own: OpenSubRequest = {
      seq,
      kind: 'sub',
      name: this.#keep(name, LONGEST_NAME),
      duration: NO_SPAN,
      startedAt: performance.now(),
    };
    this.#kept?.subRequests.push(own);
    return (exception) => {
      if (this.ended) return;
      own.duration = micros(performance.now() - own.startedAt);
      if (exception) own.exception = this.#keepException(exception);
    };
  }

  /** The handler of a route is entered; of several the last has answered. */
  enteredHandler(): void {
    this.#handlerAt = performance.now();
  }

  sentHeaders(): void {
    if (this.#headersAt === 0) this.#headersAt = performance.now();
  }

  report(exception: Exception): void {
    if (!this.ended) this.#reported ??= exception;
  }

  fault(): void {
    this.#owner?.fault();
  }

  /** It is over: gives what was seen, once, and forgets it. */
  end(endedAt: number): TrailEnd {
    if (this.ended) return NOTHING_MORE;
    const kept = this.#kept;
    const reported = this.#reported;
    const startedAt = this.#startedAt;
    this.ended = true;
    this.#kept = null;
    this.#owner = null;
    this.#reported = null;
    textUnderWay -= this.#text;
    this.#text = 0;

    const seen: Writable<Activity> = { phases: this.#phases(endedAt) };
    const cpu = cpuSince(this.#cpuAt, startedAt, endedAt);
    if (cpu !== undefined) seen.cpu = cpu;
    const delay = delaySince(this.#ticksAt, startedAt, endedAt);
    if (delay !== undefined) seen.loopDelay = delay;
    if (!kept) return { seen, subRequests: NO_SUB_REQUESTS, reported };

    if (kept.logs.length > 0) seen.logs = kept.logs;
    if (kept.spans.length > 0) seen.spans = kept.spans;
    if (kept.notes.length > 0) seen.notes = kept.notes;
    if (kept.tags.length > 0) seen.tags = kept.tags;
    const omitted = someOf(kept.omitted);
    if (omitted) seen.omitted = omitted;
    for (const own of kept.subRequests)
      if (own.duration === NO_SPAN) own.duration = micros(endedAt - own.startedAt);
    return { seen, subRequests: kept.subRequests, reported };
  }

  #phases(endedAt: number): Phases {
    const phases: Writable<Phases> = { finished: micros(endedAt - this.#startedAt) };
    if (this.#handlerAt > 0) phases.handler = micros(this.#handlerAt - this.#startedAt);
    if (this.#headersAt > 0) phases.headers = micros(this.#headersAt - this.#startedAt);
    return phases;
  }

  /** Of an exception there is no room for, its name is kept. */
  #keepException(exception: Exception): Exception {
    const full = this.#isFull();
    for (let one: Exception | null = exception; one && !full; one = one.cause)
      this.#count(one.name.length + one.message.length + one.stack.length);
    return full ? { name: exception.name, message: '', stack: '', cause: null } : exception;
  }

  #isFull(): boolean {
    return this.#text >= MOST_TEXT || textUnderWay >= MOST_TEXT_UNDER_WAY;
  }

  #now(): number {
    return micros(performance.now() - this.#startedAt);
  }

  #keep(text: string, longest: number): string {
    const kept = cutText(text, longest);
    this.#count(kept.length + ITEM);
    return kept;
  }

  #count(length: number): void {
    this.#text += length;
    textUnderWay += length;
  }
}

const NO_SUB_REQUESTS: TrailEnd['subRequests'] = [];
const NOTHING_MORE: TrailEnd = { seen: {}, subRequests: NO_SUB_REQUESTS, reported: null };

function nothing(): Kept {
  return {
    logs: [],
    spans: [],
    notes: [],
    tags: [],
    subRequests: [],
    omitted: { logs: 0, spans: 0, notes: 0, tags: 0, subRequests: 0 },
  };
}

function someOf(omitted: Record<Kind, number>): Omitted | null {
  const some = Object.entries(omitted).filter(([, count]) => count > 0);
  return some.length > 0 ? Object.fromEntries(some) : null;
}

function micros(millis: number): number {
  return Math.round(millis * 1000);
}
