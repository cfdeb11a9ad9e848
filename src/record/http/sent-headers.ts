import type { ResponseLike } from './exchange.ts';

const MAX_LENGTH = 65_536;
/** Where the status is in `HTTP/1.1 200 OK`. */
const STATUS_OFFSET = 'HTTP/1.1 '.length;
const TYPE = /\r\ncontent-type: *([^\r\n]*)/i;
const ENCODING = /\r\ncontent-encoding: *([^\r\n]*)/i;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Whether headers went out. A pipelined response that waits for its turn has headers, but no socket. */
export function wasSent({ headersSent, socket, writableFinished }: ResponseLike): boolean {
  return headersSent && (writableFinished || socket !== null);
}

/** The status that the client got, even if `statusCode` was changed later. */
export function sentStatus(response: ResponseLike & { readonly _header?: unknown }): number {
  const block = response._header;
  return typeof block === 'string'
    ? Number(block.slice(STATUS_OFFSET, STATUS_OFFSET + 3))
    : response.statusCode;
}

/** The value of Content-Length, however it was set; `undefined` if there is none. */
export function contentLength(
  response: ResponseLike & {
    readonly _contentLength?: unknown;
    readonly _header?: unknown;
    getHeader?(name: string): unknown;
  },
): number | undefined {
  // The cheap sources first: V8 has to flatten the header block before it can be searched.
  const { _contentLength: known, _header: block } = response;
  if (typeof known === 'number') return known;
  const header = response.getHeader?.('content-length');
  const length = Number(header ?? (typeof block === 'string' ? CONTENT_LENGTH.exec(block)?.[1] : undefined));
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

/** The Content-Type and Content-Encoding of a response whose headers were written. */
export function contentHeaders(
  response: ResponseLike & { readonly _header?: unknown; getHeader?(name: string): unknown },
): { readonly type: string; readonly encoding: string } {
  const type = response.getHeader?.('content-type');
  const block = response._header;
  // If this header was set, so was Content-Encoding: `writeHead` then adds its own headers to them.
  if (type !== undefined || typeof block !== 'string') {
    const headers = type === undefined ? response.getHeaders() : null;
    const encoding = headers ? headers['content-encoding'] : response.getHeader?.('content-encoding');
    return { type: String(type ?? headers?.['content-type'] ?? ''), encoding: String(encoding ?? '') };
  }
  return { type: TYPE.exec(block)?.[1] ?? '', encoding: ENCODING.exec(block)?.[1] ?? '' };
}

/** The headers that went out, one per line. `getHeaders()` lacks those passed to `writeHead`, as Fastify does. */
export function sentHeaders(response: ResponseLike & { readonly _header?: unknown }): string {
  const block = response._header;
  if (typeof block === 'string') return block.length > MAX_LENGTH ? block.slice(0, MAX_LENGTH) : block;
  let lines = '';
  for (const [name, values] of Object.entries(response.getHeaders()))
    for (const value of Array.isArray(values) ? values : [values]) lines += `${name}: ${value}\r\n`;
  return lines.slice(0, MAX_LENGTH);
}

/** A count that every store can keep. Content-Length headers and mocked sockets can hold anything. */
export function safeCount(count: number): number {
  return Number.isSafeInteger(count) && count >= 0 ? count : 0;
}
