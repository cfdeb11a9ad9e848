import { copyText } from '../format/cut-text.ts';
import { DETAIL_STATES } from '../profile/entry.ts';
import type { Activity, Exception } from '../profile/profile.ts';
import type { Draft, RawDetail, Stage } from './draft.ts';

/**
 * Drafts on their way to the writer thread: their texts joined, and a list of numbers with the lengths of the texts. Joining
 * only copies the texts, whereas JSON has to look at each character.
 */
export interface EncodedDrafts {
  /** Each text belongs to several drafts. */
  readonly texts: readonly string[];
  readonly numbers: Float64Array;
}

/** What few requests have. It is encoded as JSON. */
interface Extras {
  readonly stages?: readonly Stage[];
  readonly exception?: Exception | null | undefined;
  readonly items?: Items | undefined;
}
type Items = Pick<Activity, 'logs' | 'spans' | 'notes' | 'tags' | 'omitted'>;

const INITIAL_NUMBERS = 2048;
/** Numbers of a draft besides the lengths of its headers. */
const MAX_NUMBERS = 40;
const BYTES_PER_NUMBER = 8;
/** Stands for a number that is missing. All others are at least 0. */
const NONE = -1;
const NO_STAGES: readonly Stage[] = [];
const NO_HEADERS: readonly string[] = [];
const [SECURE, HAS_HOST, HAS_DETAIL, HAS_ACTIVITY] = [1, 2, 4, 8];

/** Encodes drafts one by one. The texts of all drafts between two calls of `endText` are joined. */
export class DraftEncoder {
  #text = '';
  #texts: string[] = [];
  #numbers = new Float64Array(INITIAL_NUMBERS);
  #count = 0;
  #countAtText = 0;

  /** The size of what was added since the last call of `endText`, in bytes. */
  get pendingBytes(): number {
    return this.#text.length + (this.#count - this.#countAtText) * BYTES_PER_NUMBER;
  }

  /** Throws if the draft can't be encoded, and leaves it out. */
  add(draft: Draft): void {
    const { host, detail } = draft;
    const headers = detail?.headers ?? NO_HEADERS;
    const activity = detail?.activity;
    this.#reserve(MAX_NUMBERS + headers.length);
    const numbers = this.#numbers;
    let at = this.#count;
    numbers[at++] = draft.seq ?? NONE;
    numbers[at++] = draft.time;
    numbers[at++] = draft.status;
    numbers[at++] = draft.duration;
    numbers[at++] = draft.requestBytes;
    numbers[at++] = draft.responseBytes;
    numbers[at++] = DETAIL_STATES.indexOf(draft.state);
    numbers[at++] =
      (draft.secure ? SECURE : 0) |
      (host === undefined ? 0 : HAS_HOST) |
      (detail ? HAS_DETAIL : 0) |
      (activity ? HAS_ACTIVITY : 0);

    let text = this.#text;
    const put = (added: string | undefined) => {
      text += added;
      numbers[at++] = lengthOf(added);
    };
    put(draft.ip);
    put(draft.method);
    put(draft.target);
    put(host ?? '');
    put(draft.localHost);
    put(draft.route);
    put(draft.agent);
    put(draft.traceparent);
    put(draft.error);
    put(extrasOf(draft));
    if (detail) {
      put(detail.httpVersion);
      put(detail.socketIp);
      put(detail.sent);
      numbers[at++] = headers.length;
      for (let i = 0; i < headers.length; i++) put(headers[i]);
    }
    if (activity) {
      const { phases, cpu, loopDelay } = activity;
      numbers[at++] = phases?.finished ?? NONE;
      numbers[at++] = phases?.handler ?? NONE;
      numbers[at++] = phases?.headers ?? NONE;
      numbers[at++] = cpu ?? NONE;
      numbers[at++] = loopDelay ?? NONE;
    }
    this.#text = text;
    this.#count = at;
  }

  endText(): void {
    // V8 joins the parts when a character is read. Until then it keeps all of them.
    if (this.#text.charCodeAt(0) >= 0) this.#texts.push(this.#text);
    this.#text = '';
    this.#countAtText = this.#count;
  }

  /** Everything added since the last call. */
  take(): EncodedDrafts {
    this.endText();
    const encoded = { texts: this.#texts, numbers: this.#numbers.slice(0, this.#count) };
    this.#texts = [];
    this.#count = 0;
    this.#countAtText = 0;
    return encoded;
  }

  #reserve(count: number): void {
    if (this.#count + count <= this.#numbers.length) return;
    const larger = new Float64Array(this.#numbers.length * 2 + count);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

/** A value of another type would shift all texts after it. */
function lengthOf(text: string | undefined): number {
  if (typeof text !== 'string') throw new TypeError(`Expected a string, got ${typeof text}.`);
  return text.length;
}

function extrasOf({ stages, detail }: Draft): string {
  const exception = detail?.exception;
  const items = detail?.activity ? itemsOf(detail.activity) : undefined;
  if (stages.length === 0 && !exception && !items) return '';
  return JSON.stringify({ stages, exception, items } satisfies Extras);
}

function itemsOf({ logs, spans, notes, tags, omitted }: Activity): Items | undefined {
  return logs || spans || notes || tags || omitted
    ? ({ logs, spans, notes, tags, omitted } as Items)
    : undefined;
}

/**
 * Decodes drafts. Their strings are slices of the encoded texts, which stay in memory as long as one of them does. With
 * `copy` they are not.
 */
export function decodeDrafts({ texts, numbers }: EncodedDrafts, copy = false): Draft[] {
  const reader = new Reader(texts, numbers, copy);
  const drafts: Draft[] = [];
  while (reader.startDraft()) drafts.push(decodeDraft(reader));
  return drafts;
}

class Reader {
  readonly #texts: readonly string[];
  readonly #numbers: Float64Array;
  readonly #copy: boolean;
  #number = 0;
  #nextText = 0;
  #text = '';
  #at = 0;

  constructor(texts: readonly string[], numbers: Float64Array, copy: boolean) {
    this.#texts = texts;
    this.#numbers = numbers;
    this.#copy = copy;
  }

  /** Returns false if there is no other draft. */
  startDraft(): boolean {
    if (this.#at === this.#text.length) {
      this.#text = this.#texts[this.#nextText++] ?? '';
      this.#at = 0;
    }
    return this.#number < this.#numbers.length;
  }

  number(): number {
    return this.#numbers[this.#number++] ?? NONE;
  }

  numberOrNone(): number | undefined {
    const number = this.number();
    return number === NONE ? undefined : number;
  }

  text(): string {
    const start = this.#at;
    this.#at += this.number();
    const text = this.#text.slice(start, this.#at);
    return this.#copy ? copyText(text) : text;
  }
}

function decodeDraft(reader: Reader): Draft {
  const seq = reader.number();
  const time = reader.number();
  const status = reader.number();
  const duration = reader.number();
  const requestBytes = reader.number();
  const responseBytes = reader.number();
  const state = DETAIL_STATES[reader.number()] ?? 'off';
  const flags = reader.number();
  const ip = reader.text();
  const method = reader.text();
  const target = reader.text();
  const host = reader.text();
  const localHost = reader.text();
  const route = reader.text();
  const agent = reader.text();
  const traceparent = reader.text();
  const error = reader.text();
  const extras = reader.text();
  const { stages = NO_STAGES, exception = null, items }: Extras = extras === '' ? {} : JSON.parse(extras);
  return {
    seq: seq === NONE ? null : (seq as Draft['seq']),
    time,
    status,
    ip,
    method,
    target,
    secure: (flags & SECURE) !== 0,
    host: flags & HAS_HOST ? host : undefined,
    localHost,
    route,
    duration,
    requestBytes,
    responseBytes,
    agent,
    traceparent,
    error,
    state,
    detail: flags & HAS_DETAIL ? decodeDetail(reader, exception, items, (flags & HAS_ACTIVITY) !== 0) : null,
    stages,
  };
}

function decodeDetail(
  reader: Reader,
  exception: Exception | null,
  items: Items | undefined,
  hasActivity: boolean,
): RawDetail {
  const httpVersion = reader.text();
  const socketIp = reader.text();
  const sent = reader.text();
  const headers: string[] = [];
  for (let left = reader.number(); left > 0; left--) headers.push(reader.text());
  const activity = hasActivity ? decodeActivity(reader, items) : null;
  return { httpVersion, socketIp, headers, sent, exception, activity };
}

type Writable<T> = { -readonly [key in keyof T]: T[key] };

function decodeActivity(reader: Reader, items: Items | undefined): Activity {
  const finished = reader.numberOrNone();
  const handler = reader.numberOrNone();
  const headers = reader.numberOrNone();
  const cpu = reader.numberOrNone();
  const loopDelay = reader.numberOrNone();
  const activity: Writable<Activity> = { ...items };
  if (finished !== undefined) {
    activity.phases = {
      ...(handler !== undefined && { handler }),
      ...(headers !== undefined && { headers }),
      finished,
    };
  }
  if (cpu !== undefined) activity.cpu = cpu;
  if (loopDelay !== undefined) activity.loopDelay = loopDelay;
  return activity;
}
