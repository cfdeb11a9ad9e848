import type { ServerResponse } from 'node:http';

const STATUS = /^HTTP\/1\.[01] (\d{3})/;
const CONTENT_LENGTH = /(?<=^content-length: *)\d+(?=\r$)/gim;
const VALIDATORS = /^(?:etag|last-modified):.*\r\n/gim;

/** Changes to a response on its way to the socket. */
export interface Edits {
  /** Header lines to add, each with its line end. */
  readonly headers: string;
  /** Changes a complete body; `null` leaves it as it is. */
  editBody(body: string | Uint8Array, head: ResponseHead): string | Uint8Array | null;
}

/** What Node has of a response until the header block goes out, together with the first bytes of the body. */
interface Unsent {
  /** `null` before the headers are final. */
  _header: string | null;
  readonly _headerSent: boolean;
  readonly chunkedEncoding: boolean;
  readonly writableLength: number;
  _send(data: unknown, encoding?: unknown, callback?: unknown, byteLength?: number): boolean;
}

/**
 * Edits an HTTP/1 response after Node has checked and serialized it, so that every call of the app behaves as without the edits.
 * The body is edited only if it is passed to `end` or `write` in one piece.
 */
export function editResponse(response: ServerResponse, { headers, editBody }: Edits): void {
  const unsent = response as unknown as Unsent;
  const { _send: send } = unsent;
  const { end } = response;
  // In a version of Node without it, responses stay as they are.
  if (typeof send !== 'function') return;
  let isEnding = false;

  /** Returns the edited body and corrects the header block, or returns what it got. */
  function edit(data: unknown, encoding: unknown): unknown {
    if (unsent._header === null || (typeof data !== 'string' && !(data instanceof Uint8Array))) return data;
    // Node refuses it when the header block is already on its way.
    if (typeof encoding === 'string' && !Buffer.isEncoding(encoding)) return data;
    const head = new ResponseHead(unsent._header);
    const isWhole = head.has('content-length')
      ? head.get('content-length') === String(byteLength(data, encoding))
      : isEnding && unsent.writableLength === 0;
    const edited = isWhole ? editBody(data, head) : null;
    if (edited === null) return data;
    unsent._header = head.withLength(byteLength(edited, encoding));
    return edited;
  }

  unsent._send = function (this: unknown, ...args) {
    if (unsent._headerSent || unsent._header === null) return Reflect.apply(send, this, args);
    const [data, encoding, callback] = args;
    const edited = unsent.chunkedEncoding ? data : edit(data, encoding);
    unsent._header = `${unsent._header.slice(0, -2)}${headers}\r\n`;
    return Reflect.apply(send, this, edited === data ? args : [edited, encoding, callback]);
  };

  response.end = function (this: unknown, ...args: unknown[]) {
    isEnding = true;
    // Node sends the length of a chunk before the chunk.
    if (unsent.chunkedEncoding && !unsent._headerSent) args[0] = edit(args[0], args[1]);
    return Reflect.apply(end, this, args);
  } as ServerResponse['end'];
}

function byteLength(data: string | Uint8Array, encoding: unknown): number {
  return Buffer.byteLength(data, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}

/** The status line and headers of a response, as Node sends them. */
export class ResponseHead {
  readonly status: number;
  readonly #text: string;
  readonly #headers = new Map<string, string>();

  constructor(text: string) {
    this.#text = text;
    this.status = Number(STATUS.exec(text)?.[1]);
    for (const line of text.split('\r\n').slice(1)) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      const earlier = this.#headers.get(name);
      const value = line.slice(colon + 1).trim();
      this.#headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
    }
  }

  /** The value of a header, several joined by commas; empty if there is none. */
  get(name: string): string {
    return this.#headers.get(name) ?? '';
  }

  has(name: string): boolean {
    return this.#headers.has(name);
  }

  /** The text for a body of another length. Validators are of the body as it was. */
  withLength(length: number): string {
    return this.#text.replace(CONTENT_LENGTH, String(length)).replace(VALIDATORS, '');
  }
}
