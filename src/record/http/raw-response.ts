import type { Socket } from 'node:net';
import type { ResponseLike } from './exchange.ts';

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})/;
const MAX_LENGTH = 16_384;
const METHODS = ['write', 'end'] as const;

/** A response written straight to a socket: by an upgrade handler, or by Node itself. */
export class RawResponse implements ResponseLike {
  statusCode = 0;
  /** The header block, under the name that ServerResponse uses for it. */
  _header = '';

  get headersSent(): boolean {
    return this.statusCode > 0;
  }
  get writableEnded(): boolean {
    return this.statusCode > 0;
  }
  get writableFinished(): boolean {
    return this.statusCode > 0;
  }
  getHeaders(): Record<string, string> {
    return {};
  }

  /** Reads status and headers from the first chunk. Returns false for an empty chunk. */
  capture(chunk: unknown): boolean {
    const text = textOf(chunk);
    const [, status] = STATUS_LINE.exec(text) ?? [];
    if (status === undefined) return text !== '';
    this.statusCode = Number(status);
    const end = text.indexOf('\r\n\r\n');
    this._header = end < 0 ? text : text.slice(0, end);
    return true;
  }
}

/** Captures the first chunk written to a socket, then restores the socket's methods. */
export function captureRawResponse(socket: Socket, onCapture?: (response: RawResponse) => void): RawResponse {
  const response = new RawResponse();
  const originals = METHODS.map((name) => Object.getOwnPropertyDescriptor(socket, name));
  function stop(): void {
    for (const [i, name] of METHODS.entries()) restore(socket, name, originals[i]);
  }

  for (const name of METHODS) {
    const method = socket[name] as (this: Socket, ...args: unknown[]) => unknown;
    const capturing = function (this: Socket, ...args: unknown[]): unknown {
      if (!response.capture(args[0])) return Reflect.apply(method, this, args);
      stop();
      const result = Reflect.apply(method, this, args);
      onCapture?.(response);
      return result;
    };
    Object.defineProperty(socket, name, { value: capturing, configurable: true, writable: true });
  }
  return response;
}

function restore(socket: Socket, name: string, original: PropertyDescriptor | undefined): void {
  if (original) Object.defineProperty(socket, name, original);
  else Reflect.deleteProperty(socket, name);
}

function textOf(chunk: unknown): string {
  if (typeof chunk === 'string') return chunk.slice(0, MAX_LENGTH);
  if (!(chunk instanceof Uint8Array)) return '';
  return Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.byteLength, MAX_LENGTH)).toString(
    'latin1',
  );
}
