import type { EventEmitter } from 'node:events';
import { textStart } from '../../format/cut-text.ts';
import type { RawBody } from '../../pipeline/draft/draft.ts';
import { isDecodable } from '../../pipeline/writer/decode-content.ts';
import type { MissingBodyReason } from '../../profile/body.ts';
import { hasBody } from '../context.ts';
import type { RequestLike, ResponseLike } from '../http/exchange.ts';
import { Http2Request } from '../http/http2-exchange.ts';
import { contentHeaders, safeCount } from '../http/sent-headers.ts';
import { BodyCopy, BodyMemory } from './body-copy.ts';
import { type BodyChoice, type BodyRule, createTypeReason, type TypeReason } from './body-options.ts';

/** Which bodies a book records. */
export interface BodySettings extends Omit<BodyRule, 'types'> {
  /** Why bodies of this type are not recorded; `null` if they are. */
  readonly typeReason: TypeReason;
  readonly memory: BodyMemory;
  readonly counts: { droppedBodies: number; faults: number };
}

export function createBodySettings(
  { types, ...rule }: BodyRule,
  counts: BodySettings['counts'],
): BodySettings {
  return { ...rule, typeReason: createTypeReason(types), memory: new BodyMemory(rule.max), counts };
}

export interface BodyEnd {
  readonly failed: boolean;
  readonly status: number;
  /** The budget allows no bodies. */
  readonly isOverBudget: boolean;
}

interface Readable extends EventEmitter {
  readonly readableEncoding?: unknown;
  /** Node reads the rest of a request that the app has not read. */
  readonly _dumped?: boolean;
}
interface Writable {
  write: Write;
  end: Write;
}
type Write = (...args: unknown[]) => unknown;

const MAX_TYPE_LENGTH = 200;
const PARTIAL_CONTENT = 206;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** `null` if the messages can't be watched: Node refused the request, or a socket was upgraded. */
export function watchBodies(
  request: RequestLike,
  response: ResponseLike,
  settings: BodySettings,
): WatchedBodies | null {
  const stream = request instanceof Http2Request ? request.stream : null;
  const readable = (stream ?? request) as Partial<Readable>;
  const writable = (stream ?? response) as unknown as Partial<Writable>;
  if (request.method === 'CONNECT' || !readable.emit || !writable.write || !writable.end) return null;
  const hasRequestBody = stream ? !stream.endAfterHeaders : hasBody(request.headers);
  const bodies = new WatchedBodies(request, response, settings);
  if (hasRequestBody && settings.request !== 'none') bodies.watchRequest(readable as Readable);
  if (settings.response !== 'none' && request.method !== 'HEAD') bodies.watchResponse(writable as Writable);
  return bodies;
}

/**
 * Copies what the app reads from a request and writes to its response, by watching the calls that do it. Nothing is read
 * that the app does not read, and nothing waits.
 */
export class WatchedBodies {
  readonly #request: RequestLike;
  readonly #response: ResponseLike;
  readonly #settings: BodySettings;
  #requestCopy: BodyCopy | null = null;
  #responseCopy: BodyCopy | null = null;
  #ended = false;

  constructor(request: RequestLike, response: ResponseLike, settings: BodySettings) {
    this.#request = request;
    this.#response = response;
    this.#settings = settings;
  }

  watchRequest(readable: Readable): void {
    const { headers } = this.#request;
    const isPlain = /^(?:identity)?$/i.test(headers['content-encoding'] ?? '');
    const copy = this.#copy(headers['content-type'] ?? '', isPlain, 0);
    this.#requestCopy = copy;
    if (copy.missing !== null) {
      copy.bytes = safeCount(Number(headers['content-length']));
      return;
    }
    const emit = readable.emit;
    const watch = (chunk: unknown) => this.#noteRead(readable, chunk);
    // Every way to read a stream emits `data`, and a listener of our own would make it flow.
    readable.emit = function (this: EventEmitter, ...args: Parameters<typeof emit>): boolean {
      if (args[0] === 'data') watch(args[1]);
      return Reflect.apply(emit, this, args);
    };
  }

  watchResponse(writable: Writable): void {
    const note = (chunk: unknown, encoding: unknown) => this.#noteWritten(chunk, encoding);
    const { write, end } = writable;
    let writes = 0;
    writable.write = function (this: unknown, ...args: unknown[]): unknown {
      const result = Reflect.apply(write, this, args);
      writes++;
      // Now the headers are known.
      note(args[0], args[1]);
      return result;
    };
    writable.end = function (this: unknown, ...args: unknown[]): unknown {
      const before = writes;
      const result = Reflect.apply(end, this, args);
      // The `end` of some responses calls their `write`.
      if (writes === before) note(args[0], args[1]);
      return result;
    };
  }

  /** The bodies to keep. They are valid until `release`. */
  end(end: BodyEnd): { requestBody?: RawBody; responseBody?: RawBody } {
    this.#ended = true;
    const { request, response } = this.#settings;
    const hasResponse = end.status >= 200 && !WITHOUT_BODY.has(end.status);
    const requestBody = this.#endCopy(this.#requestCopy, request, end);
    const responseBody = this.#endCopy(hasResponse ? this.#responseCopy : null, response, end);
    return { ...(requestBody && { requestBody }), ...(responseBody && { responseBody }) };
  }

  release(): void {
    this.#ended = true;
    this.#requestCopy?.release();
    this.#responseCopy?.release();
  }

  #endCopy(copy: BodyCopy | null, choice: BodyChoice, { failed, isOverBudget }: BodyEnd): RawBody | null {
    if (!copy || (choice === 'errors' && !failed)) return null;
    if (copy.missing === null && copy.bytes === 0) {
      if (copy === this.#responseCopy) return null;
      copy.missing = 'unread';
    } else if (copy.missing === null && isOverBudget) copy.missing = 'budget';
    if (copy.missing === 'budget') this.#settings.counts.droppedBodies++;
    return copy.end();
  }

  #noteRead({ readableEncoding, _dumped }: Readable, chunk: unknown): void {
    if (this.#ended || _dumped === true) return;
    try {
      this.#requestCopy?.add(chunk, readableEncoding);
    } catch {
      this.#settings.counts.faults++;
    }
  }

  #noteWritten(chunk: unknown, encoding: unknown): void {
    if (this.#ended || !chunk || typeof chunk === 'function') return;
    try {
      this.#responseCopy ??= this.#startResponse();
      this.#responseCopy.add(chunk, encoding);
    } catch {
      this.#settings.counts.faults++;
    }
  }

  #startResponse(): BodyCopy {
    const { type, encoding } = contentHeaders(this.#response);
    return this.#copy(type, isDecodable(encoding), this.#response.statusCode);
  }

  #copy(header: string, isReadable: boolean, status: number): BodyCopy {
    const { max, memory } = this.#settings;
    const type = textStart(header, MAX_TYPE_LENGTH);
    return new BodyCopy(type, this.#missingReason(type, isReadable, status), max, memory);
  }

  #missingReason(type: string, isReadable: boolean, status: number): MissingBodyReason | null {
    if (!isReadable) return 'encoding';
    return status === PARTIAL_CONTENT ? 'range' : this.#settings.typeReason(type);
  }
}
