import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** What is changed of an answer on its way out. */
export interface Edits {
  /** The head is about to be written: the last moment to set headers. */
  head(): void;
  /** Whether the body is changed, asked when status and headers are known. */
  isEdited(): boolean;
  /** A whole body; `null` leaves it as it is. */
  body(chunk: string | Uint8Array): string | Uint8Array | null;
}

type Headers = OutgoingHttpHeaders | readonly unknown[];

/**
 * Edits one answer of HTTP/1. A body is edited only when it comes whole with `end`: the head of such an answer waits for
 * it, since it may tell its length. Node sends no head before there is a body either; whoever asks hears it is sent.
 */
export function editResponse(response: ServerResponse, edits: Edits): void {
  const { writeHead, write, end, flushHeaders } = response;
  let headWaits = false;
  let mayWait = true;

  function release(): void {
    mayWait = false;
    if (!headWaits) return;
    headWaits = false;
    writeHead.call(response, response.statusCode);
  }

  Object.defineProperty(response, 'headersSent', {
    configurable: true,
    get: () => headWaits || Boolean(Reflect.get(Object.getPrototypeOf(response), 'headersSent', response)),
  });

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (response.headersSent || !isStatus(status))
      return Reflect.apply(writeHead, response, [status, ...rest]);
    const [reason, headers] = typeof rest[0] === 'string' ? rest : [undefined, rest[0] ?? rest[1]];
    setHeaders(response, headers as Headers | undefined);
    response.statusCode = status;
    if (typeof reason === 'string') response.statusMessage = reason;
    edits.head();
    if (mayWait && edits.isEdited()) headWaits = true;
    else writeHead.call(response, status);
    return response;
  }) as ServerResponse['writeHead'];

  response.write = ((...args: unknown[]) => {
    release();
    return Reflect.apply(write, response, args);
  }) as ServerResponse['write'];

  response.flushHeaders = () => {
    release();
    flushHeaders.call(response);
  };

  response.end = ((...args: unknown[]) => {
    const [chunk] = args;
    const open = mayWait && (headWaits || !response.headersSent);
    if (open && (typeof chunk === 'string' || chunk instanceof Uint8Array) && edits.isEdited()) {
      const edited = edits.body(chunk);
      if (edited !== null) {
        args[0] = edited;
        announce(response, Buffer.byteLength(edited, encodingOf(args[1])));
      }
    }
    release();
    return Reflect.apply(end, response, args);
  }) as ServerResponse['end'];
}

/** Its length is another one, and what names it by its content does not name it any more. */
function announce(response: ServerResponse & { _contentLength?: unknown }, length: number): void {
  if (response.hasHeader('content-length')) response.setHeader('Content-Length', length);
  // Hono's node-server has told Node already.
  if (typeof response._contentLength === 'number') response._contentLength = length;
  for (const name of ['etag', 'last-modified']) response.removeHeader(name);
}

function encodingOf(value: unknown): BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value) ? value : 'utf8';
}

function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 999;
}

/** As `writeHead` does with headers when others were set before: a name that is given replaces what was set. */
function setHeaders(response: ServerResponse, headers: Headers | undefined): void {
  if (!headers) return;
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers)) if (name) response.setHeader(name, value as string);
    return;
  }
  const flat = headers.flat();
  for (let i = 0; i + 1 < flat.length; i += 2) response.removeHeader(String(flat[i]));
  for (let i = 0; i + 1 < flat.length; i += 2) response.appendHeader(String(flat[i]), flat[i + 1] as string);
}
