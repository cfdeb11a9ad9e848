import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Changes to a response before it is sent. */
export interface Edits {
  /** Called right before the headers are written. */
  beforeHeaders(): void;
  /** Whether the body will be changed. Called when status and headers are known. */
  editsBody(): boolean;
  /** Changes a complete body; `null` leaves it as it is. */
  editBody(body: string | Uint8Array): string | Uint8Array | null;
}

type Headers = OutgoingHttpHeaders | readonly unknown[];

/**
 * Edits an HTTP/1 response. The body is edited only if it is passed to `end` or `write` in one piece. Until then the headers are
 * held back, because the content length may change; `headersSent` is true in the meantime, as the app expects.
 */
export function editResponse(response: ServerResponse, edits: Edits): void {
  const { writeHead, write, end, flushHeaders } = response;
  let headersHeld = false;
  let canHold = true;

  function release(): void {
    canHold = false;
    if (!headersHeld) return;
    headersHeld = false;
    writeHead.call(response, response.statusCode);
  }

  /** Edits the first argument of `write` or `end`, if it is the whole body. */
  function edit(args: unknown[], isWhole: (length: number) => boolean): void {
    const [chunk] = args;
    if (!canHold || (response.headersSent && !headersHeld)) return;
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const encoding = encodingOf(args[1]);
    if (!isWhole(Buffer.byteLength(chunk, encoding)) || !edits.editsBody()) return;
    const edited = edits.editBody(chunk);
    if (edited === null) return;
    args[0] = edited;
    setLength(response, Buffer.byteLength(edited, encoding));
  }

  Object.defineProperty(response, 'headersSent', {
    configurable: true,
    get: () => headersHeld || Boolean(Reflect.get(Object.getPrototypeOf(response), 'headersSent', response)),
  });

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (response.headersSent || !isStatus(status))
      return Reflect.apply(writeHead, response, [status, ...rest]);
    const [reason, headers] = typeof rest[0] === 'string' ? rest : [undefined, rest[0] ?? rest[1]];
    setHeaders(response, headers as Headers | undefined);
    response.statusCode = status;
    if (typeof reason === 'string') response.statusMessage = reason;
    edits.beforeHeaders();
    if (canHold && edits.editsBody()) headersHeld = true;
    else writeHead.call(response, status);
    return response;
  }) as ServerResponse['writeHead'];

  response.write = ((...args: unknown[]) => {
    edit(args, (length) => Number(response.getHeader('content-length')) === length);
    release();
    return Reflect.apply(write, response, args);
  }) as ServerResponse['write'];

  response.flushHeaders = () => {
    release();
    flushHeaders.call(response);
  };

  response.end = ((...args: unknown[]) => {
    edit(args, () => true);
    release();
    return Reflect.apply(end, response, args);
  }) as ServerResponse['end'];
}

/** Sets the new length and removes the validators of the old body. */
function setLength(response: ServerResponse & { _contentLength?: unknown }, length: number): void {
  if (response.hasHeader('content-length')) response.setHeader('Content-Length', length);
  // Hono's node-server sets this instead of the header.
  if (typeof response._contentLength === 'number') response._contentLength = length;
  for (const name of ['etag', 'last-modified']) response.removeHeader(name);
}

function encodingOf(value: unknown): BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value) ? value : 'utf8';
}

function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 999;
}

/** Replaces headers of the same name, as `writeHead` does. */
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
