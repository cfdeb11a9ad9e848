import type { Socket } from 'node:net';
import type { ResponseLike } from './exchange.ts';

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})/;
const LONGEST = 16_384;
const SAYING = ['write', 'end'] as const;

/** The answer of who answers straight on a socket: an upgrade, or Node in the app's place. */
export class RawResponse implements ResponseLike {
  statusCode = 0;
  /** The block of headers, where a response has it too. */
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

  /** Whether it was a word. */
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

/** Listens to a socket until something was said on it. */
export function captureRawResponse(socket: Socket, heard?: (words: RawResponse) => void): RawResponse {
  const words = new RawResponse();
  const before = SAYING.map((name) => Object.getOwnPropertyDescriptor(socket, name));
  function stop(): void {
    for (const [i, name] of SAYING.entries()) restore(socket, name, before[i]);
  }

  for (const name of SAYING) {
    const say = socket[name] as (this: Socket, ...args: unknown[]) => unknown;
    const listening = function (this: Socket, ...args: unknown[]): unknown {
      if (!words.capture(args[0])) return Reflect.apply(say, this, args);
      stop();
      const said = Reflect.apply(say, this, args);
      heard?.(words);
      return said;
    };
    Object.defineProperty(socket, name, { value: listening, configurable: true, writable: true });
  }
  return words;
}

function restore(socket: Socket, name: string, before: PropertyDescriptor | undefined): void {
  if (before) Object.defineProperty(socket, name, before);
  else Reflect.deleteProperty(socket, name);
}

function textOf(chunk: unknown): string {
  if (typeof chunk === 'string') return chunk.slice(0, LONGEST);
  if (!(chunk instanceof Uint8Array)) return '';
  return Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.byteLength, LONGEST)).toString('latin1');
}
