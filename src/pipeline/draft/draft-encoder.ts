import { MISSING_BODY_REASONS } from '../../profile/body.ts';
import { DETAIL_STATES } from '../../profile/entry.ts';
import type { Activity } from '../../profile/profile.ts';
import { exceptionStart } from '../error-group.ts';
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

/** Enough for 200 requests with details. */
const INITIAL_BYTES = 262_144;
const INITIAL_NUMBERS = 12_288;
/**
 * Blocks kept for later batches. V8 does not count shared memory and may free unused blocks only after minutes: under load they
 * would add up to gigabytes.
 */
const MAX_SPARE_BYTES = 64e6;
/** After this many batches, blocks that none of them needed are dropped. */
const TRIM_EVERY = 1000;
/** Numbers of a draft besides its lists. */
const MAX_NUMBERS = 48;
const BYTES_PER_NUMBER = 8;
const NO_HEADERS: readonly string[] = [];
const NO_DETAIL: Partial<RawDetail> = {};
const WIDE = /[\u0100-\uffff]/;

/** Encodes drafts one by one. The texts of all drafts between two calls of `endText` are joined. */
export class DraftEncoder {
  readonly #maxSpareBytes: number;
  #text = '';
  #bodyCount = 0;
  #bodyCountAtText = 0;
  #block = newBlock(INITIAL_BYTES, INITIAL_NUMBERS);
  #spare: Block[] = [];
  #spareBytes = 0;
  /** The lowest number of spare blocks since they were last trimmed. */
  #fewestSpare = 0;
  #takes = 0;
  #texts: number[] = [];
  #byteCount = 0;
  #count = 0;
  #countAtText = 0;
  #missingSeqs = 0;

  constructor(maxSpareBytes = MAX_SPARE_BYTES) {
    this.#maxSpareBytes = maxSpareBytes;
  }

  /** The size of what was added since the last call of `endText`, in bytes. */
  get pendingBytes(): number {
    const bodyBytes = this.#bodyCount - this.#bodyCountAtText;
    return this.#text.length + bodyBytes + (this.#count - this.#countAtText) * BYTES_PER_NUMBER;
  }

  /** Throws if the draft can't be encoded, and leaves it out. */
  add(draft: Draft): void {
    const { host, tags, queryTimes, detail } = draft;
    const headers = detail?.headers ?? NO_HEADERS;
    const { activity, requestBody, responseBody } = detail ?? NO_DETAIL;
    this.#reserveNumbers(MAX_NUMBERS + headers.length + tags.length + queryTimes.length);
    const { numbers } = this.#block;
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
      (draft.kind === 'job' ? IS_JOB : 0) |
      (host === undefined ? 0 : HAS_HOST) |
      (detail ? HAS_DETAIL : 0) |
      (activity ? HAS_ACTIVITY : 0) |
      (requestBody ? HAS_REQUEST_BODY : 0) |
      (responseBody ? HAS_RESPONSE_BODY : 0);

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
    put(draft.operation);
    put(draft.user);
    numbers[at++] = tags.length;
    for (let i = 0; i < tags.length; i++) put(tags[i]);
    numbers[at++] = queryTimes.length;
    for (let i = 0; i < queryTimes.length; i++) numbers[at++] = queryTimes[i] ?? 0;
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
    const putBody = ({ type, bytes, kept, missing }: RawBody) => {
      put(type);
      numbers[at++] = bytes;
      numbers[at++] = kept.length;
      numbers[at++] = missing ? MISSING_BODY_REASONS.indexOf(missing) : NONE;
    };
    if (requestBody) putBody(requestBody);
    if (responseBody) putBody(responseBody);
    if (requestBody) this.#addBody(requestBody);
    if (responseBody) this.#addBody(responseBody);
    this.#text = text;
    this.#count = at;
    this.#missingSeqs += missingSeqs(draft);
  }

  #addBody({ kept }: RawBody): void {
    this.#reserveBodies(kept.length);
    this.#block.bodies.set(kept, this.#bodyCount);
    this.#bodyCount += kept.length;
  }

  /** Joins the texts and copies them out of the heap, where they would outlive several garbage collections. */
  endText(): void {
    const text = this.#text;
    this.#text = '';
    this.#countAtText = this.#count;
    this.#bodyCountAtText = this.#bodyCount;
    if (text === '') return;
    // V8 answers this at once for a text with one byte per character.
    const isWide = WIDE.test(text);
    const length = isWide ? text.length * 2 : text.length;
    this.#reserveBytes(length);
    this.#block.bytes.write(text, this.#byteCount, isWide ? 'utf16le' : 'latin1');
    this.#byteCount += length;
    this.#texts.push(isWide ? -length : length);
  }

  /** Everything added since the last call. It stays unchanged until `release`. */
  take(): EncodedDrafts {
    this.endText();
    const { bytes, numbers } = this.#block;
    const [byteCount, count, bodyCount] = [this.#byteCount, this.#count, this.#bodyCount];
    const isSmall = byteCount * 4 < bytes.length && count * 4 < numbers.length && bodyCount === 0;
    const block = isSmall ? newBlock(byteCount, count) : this.#block;
    if (isSmall) {
      block.bytes.set(bytes.subarray(0, byteCount));
      block.numbers.set(numbers.subarray(0, count));
    } else this.#block = this.#takeSpare() ?? newBlock(INITIAL_BYTES, INITIAL_NUMBERS);
    const encoded = {
      numbers: new Float64Array(block.numbers.buffer, 0, count),
      bytes: new Uint8Array(block.bytes.buffer, 0, byteCount),
      bodies: new Uint8Array(block.bodies.buffer, 0, bodyCount),
      texts: this.#texts,
      missingSeqs: this.#missingSeqs,
    };
    this.#texts = [];
    this.#byteCount = 0;
    this.#count = 0;
    this.#countAtText = 0;
    this.#bodyCount = 0;
    this.#bodyCountAtText = 0;
    this.#missingSeqs = 0;
    return encoded;
  }

  /** Makes the memory of encoded drafts available again, when no thread reads it any more. */
  release({ numbers, bytes, bodies }: EncodedDrafts): void {
    const block = {
      numbers: new Float64Array(numbers.buffer),
      bytes: Buffer.from(bytes.buffer),
      bodies: Buffer.from(bodies.buffer),
    };
    if (block.bytes.length < INITIAL_BYTES || this.#spareBytes + sizeOf(block) > this.#maxSpareBytes) return;
    this.#spare.push(block);
    this.#spareBytes += sizeOf(block);
  }

  #takeSpare(): Block | undefined {
    const block = this.#spare.pop();
    if (block) this.#spareBytes -= sizeOf(block);
    this.#fewestSpare = Math.min(this.#fewestSpare, this.#spare.length);
    this.#takes++;
    if (this.#takes % TRIM_EVERY === 0) {
      for (const surplus of this.#spare.splice(0, this.#fewestSpare)) this.#spareBytes -= sizeOf(surplus);
      this.#fewestSpare = this.#spare.length;
    }
    return block;
  }

  #reserveNumbers(count: number): void {
    const { numbers } = this.#block;
    if (this.#count + count <= numbers.length) return;
    const larger = newNumbers(numbers.length * 2 + count);
    larger.set(numbers);
    this.#block = { ...this.#block, numbers: larger };
  }

  #reserveBytes(count: number): void {
    const { bytes } = this.#block;
    if (this.#byteCount + count <= bytes.length) return;
    const larger = newBytes(bytes.length * 2 + count);
    larger.set(bytes);
    this.#block = { ...this.#block, bytes: larger };
  }

  #reserveBodies(count: number): void {
    const { bodies } = this.#block;
    if (this.#bodyCount + count <= bodies.length) return;
    const larger = newBytes(Math.max(INITIAL_BYTES, bodies.length * 2) + count);
    larger.set(bodies);
    this.#block = { ...this.#block, bodies: larger };
  }
}

/** Memory that is filled with one batch after the other. */
interface Block {
  readonly numbers: Float64Array;
  readonly bytes: Buffer;
  /** Empty until there is a body. */
  readonly bodies: Buffer;
}

function sizeOf({ numbers, bytes, bodies }: Block): number {
  return numbers.byteLength + bytes.byteLength + bodies.byteLength;
}

function newBlock(byteCount: number, count: number): Block {
  return { numbers: newNumbers(count), bytes: newBytes(byteCount), bodies: newBytes(0) };
}

function newNumbers(count: number): Block['numbers'] {
  return new Float64Array(new SharedArrayBuffer(count * BYTES_PER_NUMBER));
}

function newBytes(count: number): Block['bytes'] {
  return Buffer.from(new SharedArrayBuffer(count));
}

function missingSeqs({ seq, stages }: Draft): number {
  if (seq === null) return 1 + stages.length;
  let missing = 0;
  for (const stage of stages) if (stage.seq === null || stage.seq <= seq) missing++;
  return missing;
}

/** A value of another type would shift all texts after it. */
function lengthOf(text: string | undefined): number {
  if (typeof text !== 'string') throw new TypeError(`Expected a string, got ${typeof text}.`);
  return text.length;
}

function extrasOf({ stages, detail, fatal }: Draft): string {
  const exception = detail ? detail.exception : fatal && exceptionStart(fatal);
  const items = detail?.activity ? itemsOf(detail.activity) : undefined;
  if (stages.length === 0 && !exception && !items) return '';
  return JSON.stringify({ stages, exception, items } satisfies Extras);
}

function itemsOf({ logs, spans, notes, omitted, held, waitedFor, endedBy }: Activity): Items | undefined {
  if (!logs && !spans && !notes && !omitted && held === undefined && !waitedFor && !endedBy) return undefined;
  return { logs, spans, notes, omitted, held, waitedFor, endedBy } as Items;
}
