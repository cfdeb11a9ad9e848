import type { ResponseLike } from './exchange.ts';

const LONGEST = 65_536;

/** `HTTP/1.1 200 OK`. */
const STATUS_AT = 'HTTP/1.1 '.length;

/** An answer that waits behind another one has its headers, and no socket that they could have gone out to. */
export function wasSent({ headersSent, socket, writableFinished }: ResponseLike): boolean {
  return headersSent && (writableFinished || socket !== null);
}

/** The status that went out. Who fails after that sets another one, which nobody will see. */
export function sentStatus(response: ResponseLike & { readonly _header?: unknown }): number {
  const block = response._header;
  return typeof block === 'string' ? Number(block.slice(STATUS_AT, STATUS_AT + 3)) : response.statusCode;
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** The length that was announced, wherever Node or the app has put it; `undefined` for an answer of any length. */
export function announcedLength(
  response: ResponseLike & {
    readonly _contentLength?: unknown;
    readonly _header?: unknown;
    getHeader?(name: string): unknown;
  },
): number | undefined {
  // Looked for where it is cheap first: the block of headers is put together from pieces.
  const { _contentLength: known, _header: block } = response;
  if (typeof known === 'number') return known;
  const set = response.getHeader?.('content-length');
  const length = Number(set ?? (typeof block === 'string' ? LENGTH.exec(block)?.[1] : undefined));
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

/**
 * The headers as they went out, a line each. Those handed straight to `writeHead`, as Fastify does, are nowhere else
 * than in the block that Node has sent; should a Node not keep it, there are the ones set before.
 */
export function sentBlock(response: ResponseLike & { readonly _header?: unknown }): string {
  const block = response._header;
  if (typeof block === 'string') return block.length > LONGEST ? block.slice(0, LONGEST) : block;
  let lines = '';
  for (const [name, value] of Object.entries(response.getHeaders()))
    for (const one of Array.isArray(value) ? value : [value]) lines += `${name}: ${one}\r\n`;
  return lines.slice(0, LONGEST);
}
