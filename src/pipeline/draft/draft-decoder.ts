import { copyText } from '../../format/cut-text.ts';
import { MISSING_BODY_REASONS } from '../../profile/body.ts';
import { DETAIL_STATES } from '../../profile/entry.ts';
import type { Activity, Exception } from '../../profile/profile.ts';
import {
  type Draft,
  type EncodedDrafts,
  type Extras,
  HAS_ACTIVITY,
  HAS_DETAIL,
  HAS_HOST,
  HAS_REQUEST_BODY,
  HAS_RESPONSE_BODY,
  IS_JOB,
  type Items,
  NONE,
  type RawBody,
  type RawDetail,
  SECURE,
} from './draft.ts';

/**
 * Decodes drafts. Their strings are slices of the encoded texts, which stay in memory as long as one of them does.
 * @param copy copies each string instead
 */
export function* decodeDrafts(encoded: EncodedDrafts, copy = false): Generator<Draft, void, undefined> {
  const reader = new Reader(encoded, copy);
  while (reader.startDraft()) yield decodeDraft(reader);
}

class Reader {
  readonly #numbers: Float64Array;
  readonly #bytes: Buffer;
  readonly #bodies: Uint8Array;
  readonly #texts: readonly number[];
  readonly #copy: boolean;
  #number = 0;
  #byte = 0;
  #bodyByte = 0;
  #nextText = 0;
  #text = '';
  #at = 0;

  constructor({ numbers, bytes, bodies, texts }: EncodedDrafts, copy: boolean) {
    this.#numbers = numbers;
    this.#bodies = bodies;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#texts = texts;
    this.#copy = copy;
  }

  /** Returns false if there is no other draft. */
  startDraft(): boolean {
    if (this.#at === this.#text.length) this.#readText();
    return this.#number < this.#numbers.length;
  }

  #readText(): void {
    const length = this.#texts[this.#nextText++] ?? 0;
    const start = this.#byte;
    this.#byte += Math.abs(length);
    this.#text = this.#bytes.toString(length < 0 ? 'utf16le' : 'latin1', start, this.#byte);
    this.#at = 0;
  }

  number(): number {
    return this.#numbers[this.#number++] ?? NONE;
  }

  numberOrNone(): number | undefined {
    const number = this.number();
    return number === NONE ? undefined : number;
  }

  list<T>(read: () => T): readonly T[] {
    const items: T[] = [];
    for (let left = this.number(); left > 0; left--) items.push(read());
    return items;
  }

  text(): string {
    const start = this.#at;
    this.#at += this.number();
    const text = this.#text.slice(start, this.#at);
    return this.#copy ? copyText(text) : text;
  }

  /** A copy, because not every decoder of text accepts shared memory. */
  body(length: number): Uint8Array {
    const start = this.#bodyByte;
    this.#bodyByte += length;
    return Uint8Array.from(this.#bodies.subarray(start, this.#bodyByte));
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
  const operation = reader.text();
  const user = reader.text();
  const tags = reader.list(() => reader.text());
  const queryTimes = reader.list(() => reader.number());
  const extras = reader.text();
  const { stages = [], exception = null, items }: Extras = extras === '' ? {} : JSON.parse(extras);
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
    operation,
    duration,
    requestBytes,
    responseBytes,
    agent,
    traceparent,
    error,
    kind: flags & IS_JOB ? 'job' : 'main',
    user,
    tags,
    queryTimes,
    state,
    ...(exception && (flags & HAS_DETAIL) === 0 && { fatal: exception }),
    detail: flags & HAS_DETAIL ? decodeDetail(reader, exception, items, flags) : null,
    stages,
  };
}

function decodeDetail(
  reader: Reader,
  exception: Exception | null,
  items: Items | undefined,
  flags: number,
): RawDetail {
  const httpVersion = reader.text();
  const socketIp = reader.text();
  const sent = reader.text();
  const headers = reader.list(() => reader.text());
  const activity = flags & HAS_ACTIVITY ? decodeActivity(reader, items) : null;
  return {
    httpVersion,
    socketIp,
    headers,
    sent,
    exception,
    activity,
    ...(flags & HAS_REQUEST_BODY && { requestBody: decodeBody(reader) }),
    ...(flags & HAS_RESPONSE_BODY && { responseBody: decodeBody(reader) }),
  };
}

function decodeBody(reader: Reader): RawBody {
  const type = reader.text();
  const bytes = reader.number();
  const kept = reader.body(reader.number());
  return { type, bytes, kept, missing: MISSING_BODY_REASONS[reader.number()] ?? null };
}

function decodeActivity(reader: Reader, items: Items | undefined): Activity {
  const finished = reader.numberOrNone();
  const handler = reader.numberOrNone();
  const headers = reader.numberOrNone();
  const cpu = reader.numberOrNone();
  const loopDelay = reader.numberOrNone();
  const activity: { -readonly [Key in keyof Activity]: Activity[Key] } = { ...items };
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
