import { performance } from 'node:perf_hooks';
import { cutText } from '../format/cut-text.ts';
import type { Activity, Exception, LogSource, Phases, Span, SpanKind } from '../profile/profile.ts';
import type { Seq } from '../profile/token.ts';
import { MAX_LENGTH } from '../redact/profile/bound-profile.ts';
import { micros } from './clock.ts';
import { exceptionSize, type UncaughtError } from './exception.ts';
import type { RequestLoad } from './load-meter.ts';
import type { Holder } from './loop-holds.ts';
import {
  addCall,
  addItems,
  EMPTY_END,
  endSubRequests,
  type Items,
  type Kind,
  MAX,
  NO_ITEMS,
  noItems,
  type OpenSubRequest,
  type SpanOutcome,
  type SpanStart,
  type TrailEnd,
  type TrailSettings,
  UNFINISHED,
  type Writable,
} from './trail-items.ts';

const MAX_TEXT = 131_072;
/** The estimated size of an item besides its text. */
const ITEM_SIZE = 64;
const MAX_TEXT_LENGTH = 4096;
const MAX_NAME_LENGTH = 200;
const MAX_ERROR_LENGTH = 500;
/** The index of the enclosing span when there is none. */
const NO_SPAN = -1;

/** Where the running code is: in which request, and in which of its spans. */
export interface Scope {
  readonly trail: Trail;
  readonly span: number;
}

/** The request that a trail belongs to. */
export interface TrailOwner extends Holder {
  /** The book that records it. */
  readonly book: object;
  /** A seq for a sub-request that starts now. */
  takeSeq(): Seq | null;
  /** Counts an error of ours. */
  fault(): void;
  /** Its code threw an error that the app did not catch. */
  fail(error: UncaughtError): void;
}

/**
 * Collects what happens while a request is handled: plain values, not yet redacted, within limits. It releases
 * everything when the request ends, because sockets and timers that outlive the request may still reference it.
 */
export class Trail implements Scope {
  readonly trail = this;
  readonly span = NO_SPAN;
  ended = false;
  #seq: Seq | null = null;
  readonly #startedAt: number;
  readonly #settings: TrailSettings;
  /** `null` if nothing is measured. */
  readonly #load: RequestLoad | null;
  #owner: TrailOwner | null;
  #handlerAt = 0;
  #headersAt = 0;
  #items: Items | null = null;
  #textSize = 0;
  #reported: Exception | null = null;

  /** `startedAt` is a value of `performance.now()`. */
  constructor(startedAt: number, owner: TrailOwner, settings: TrailSettings) {
    this.#startedAt = startedAt;
    this.#owner = owner;
    this.#settings = settings;
    this.#load = settings.load.follow(owner, startedAt);
  }

  /** Also after the request has ended: what it started may still throw. */
  get seq(): Seq | null {
    return this.#owner?.seq ?? this.#seq;
  }

  belongsTo(book: object): boolean {
    return this.#owner?.book === book;
  }

  /** Whether the book runs the instrumentation of this name. */
  isObservedBy(name: string): boolean {
    return this.#settings.instrumentations.has(name);
  }

  /** Whether one more item fits; counts it as omitted if not. Check this before creating the item's text. */
  hasRoom(kind: Kind): boolean {
    if (this.ended) return false;
    this.#items ??= noItems();
    if (this.#items[kind].length < MAX[kind] && !this.#isFull()) return true;
    this.#items.omitted[kind]++;
    return false;
  }

  // Call the methods that add an item only after `hasRoom`.

  log(source: LogSource, level: string, text: string): void {
    this.#items?.logs.push({
      at: this.#now(),
      source,
      level: cutText(level, MAX_NAME_LENGTH),
      text: this.#keep(text, MAX_TEXT_LENGTH),
    });
  }

  note(key: string, value: string): void {
    this.#items?.notes.push({
      key: cutText(key, MAX_NAME_LENGTH),
      value: this.#keep(value, MAX_TEXT_LENGTH),
    });
  }

  hasTag(name: string): boolean {
    return this.#items?.tags.includes(cutText(name, MAX_LENGTH.tag)) ?? false;
  }

  tag(name: string): void {
    this.#items?.tags.push(this.#keep(name, MAX_LENGTH.tag));
  }

  /** Sets the user, the operation or the route. The last call counts. */
  label(name: 'user' | 'operation' | 'route', text: string): void {
    if (this.ended) return;
    this.#items ??= noItems();
    this.#items[name] = this.#keep(text, MAX_LENGTH[name]);
  }

  /** The trace that it belongs to. */
  set traceparent(text: string) {
    this.#items ??= noItems();
    this.#items.traceparent = text;
  }

  get items(): Readonly<Items> {
    return this.#items ?? NO_ITEMS;
  }

  /** Returns the index of the span. */
  startSpan(start: SpanStart & { readonly name: string }, parent: number): number {
    if (!this.#items) return NO_SPAN;
    const { kind, name, system = '', database, transaction, startedAgo = 0 } = start;
    const span: Writable<Span> = {
      kind,
      name: this.#keep(name, MAX_TEXT_LENGTH),
      at: Math.max(0, this.#now() - Math.round(startedAgo * 1000)),
      duration: null,
      parent: parent === NO_SPAN ? null : parent,
    };
    if (system !== '') span.system = system;
    if (typeof database === 'string' && database !== '')
      span.database = this.#keep(database, MAX_NAME_LENGTH);
    if (transaction !== undefined) span.transaction = transaction;
    addCall(this.#items, span, start);
    return this.#items.spans.push(span) - 1;
  }

  /** Ends a span now. A second call moves the end. */
  endSpan(index: number, { status, rows, waited, transaction, error }: SpanOutcome): void {
    const span = this.#items?.spans[index];
    if (!span) return;
    span.duration = Math.max(0, this.#now() - span.at);
    if (status !== undefined) span.status = status;
    if (rows !== undefined) span.rows = rows;
    if (waited !== undefined) span.wait = micros(waited);
    if (transaction !== undefined) span.transaction = transaction;
    if (error !== undefined) span.error = this.#keep(error, this.#isFull() ? 0 : MAX_ERROR_LENGTH);
  }

  /** Changes a span whose kind and name are only known when it ends. */
  describeSpan(index: number, kind: SpanKind, name: string, system: string): void {
    const span = this.#items?.spans[index];
    if (!span) return;
    span.kind = kind;
    if (name !== span.name) span.name = this.#keep(name, this.#isFull() ? MAX_NAME_LENGTH : MAX_TEXT_LENGTH);
    if (system !== '') span.system = cutText(system, MAX_NAME_LENGTH);
  }

  /** Starts a sub-request, which gets an entry of its own. Returns a function that ends it. */
  startSubRequest(name: string): (exception: Exception | null) => void {
    const subRequest: OpenSubRequest = {
      seq: this.#owner?.takeSeq() ?? null,
      kind: 'sub',
      name: this.#keep(name, MAX_NAME_LENGTH),
      duration: UNFINISHED,
      startedAt: performance.now(),
    };
    this.#items?.subRequests.push(subRequest);
    return (exception) => {
      if (this.ended) return;
      subRequest.duration = micros(performance.now() - subRequest.startedAt);
      if (exception) subRequest.exception = this.#keepException(exception);
    };
  }

  /** A route handler starts. If several run, the last one counts. */
  handlerStarted(): void {
    this.#handlerAt = performance.now();
    this.#load?.seenAt(this.#handlerAt);
  }

  headersSent(): void {
    if (this.#headersAt === 0) this.#headersAt = performance.now();
  }

  report(exception: Exception): void {
    if (!this.ended) this.#reported ??= exception;
  }

  /** Call it after `hasRoom`. Frameworks often log the errors that they catch. */
  logError(error: Error): void {
    if (this.#items) this.#items.loggedError ??= error;
  }

  failOperation(exception: Exception): void {
    if (this.#items) this.#items.failedOperation ??= this.#keepException(exception);
  }

  fault(): void {
    this.#owner?.fault();
  }

  fail(error: UncaughtError): void {
    this.#owner?.fail(error);
  }

  /** Returns what was collected, once, and releases it. */
  end(endedAt: number): TrailEnd {
    const owner = this.#owner;
    if (this.ended || !owner) return EMPTY_END;
    const items = this.#items;
    const reported = this.#reported;
    this.ended = true;
    this.#seq = owner.seq;
    this.#items = null;
    this.#owner = null;
    this.#reported = null;
    this.#settings.text.release(this.#textSize);
    this.#textSize = 0;
    this.#load?.end();
    if (items) endSubRequests(items, endedAt);
    return { items: items ?? NO_ITEMS, reported, activity: () => this.#activity(items, owner, endedAt) };
  }

  #activity(items: Items | null, owner: TrailOwner, endedAt: number): Activity {
    const activity: Writable<Activity> = {
      phases: this.#phases(endedAt),
      ...this.#load?.measure(owner, endedAt),
    };
    if (items) addItems(activity, items);
    return activity;
  }

  #phases(endedAt: number): Phases {
    const phases: Writable<Phases> = { finished: micros(endedAt - this.#startedAt) };
    if (this.#handlerAt > 0) phases.handler = micros(this.#handlerAt - this.#startedAt);
    if (this.#headersAt > 0) phases.headers = micros(this.#headersAt - this.#startedAt);
    return phases;
  }

  /** Keeps only the name of an exception that does not fit. */
  #keepException(exception: Exception): Exception {
    if (this.#isFull()) return { name: exception.name, message: '', stack: '', cause: null };
    this.#count(exceptionSize(exception));
    return exception;
  }

  #isFull(): boolean {
    return this.#textSize >= MAX_TEXT || this.#settings.text.isUsedUp;
  }

  #now(): number {
    const now = performance.now();
    this.#load?.seenAt(now);
    return micros(now - this.#startedAt);
  }

  #keep(text: string, maxLength: number): string {
    const kept = cutText(text, maxLength);
    this.#count(kept.length + ITEM_SIZE);
    return kept;
  }

  #count(size: number): void {
    this.#textSize += size;
    this.#settings.text.use(size);
  }
}
