import { stripVTControlCharacters } from 'node:util';
import { cutText } from '../../format/cut-text.ts';
import type { LogSource } from '../../profile/profile.ts';
import { currentScope } from '../context.ts';
import type { Instrumentation } from './instrumentation.ts';

/** Of a long text, its start tells what it is. */
const START = 40;
/** More of a chunk is not kept anyway. */
const LONGEST = 8192;

/** What a logger that is known by itself has just said: it is about to be written out as well. */
let said: readonly string[] | 'anything' | null = null;

/** The next line that starts so, or holds this message, is no news; `null` says so of any line. */
export function saidAlready(text: string | null, message?: string): void {
  said = text === null ? 'anything' : [text, message ?? ''].map(startOf).filter((start) => start !== '');
}

/** Whatever else writes to the process's own output: winston, morgan, debug, and those nobody has heard of. */
export const stdioInstrumentation: Instrumentation = {
  name: 'stdio',
  start() {
    const restore = [watch(process.stdout, 'stdout'), watch(process.stderr, 'stderr')];
    return () => {
      for (const undo of restore) undo();
    };
  },
};

type Stream = NodeJS.WriteStream;
type Write = (this: Stream, chunk: unknown, ...rest: unknown[]) => boolean;

function watch(stream: Stream, source: LogSource): () => void {
  const write = stream.write as Write;
  const own = Object.hasOwn(stream, 'write');
  let on = true;
  const watched: Write = function (chunk, ...rest) {
    if (on) see(chunk, source);
    return Reflect.apply(write, this, [chunk, ...rest]);
  };
  stream.write = watched as Stream['write'];
  return () => {
    on = false;
    // Somebody who has wrapped it since keeps what they have; it only looks no more.
    if (stream.write !== (watched as Stream['write'])) return;
    if (own) stream.write = write as Stream['write'];
    else delete (stream as Partial<Pick<Stream, 'write'>>).write;
  };
}

function see(chunk: unknown, source: LogSource): void {
  const scope = currentScope();
  const before = said;
  said = null;
  if (!scope || before === 'anything') return;
  try {
    const text = textOf(chunk);
    if (text === '' || before?.some((start) => text.includes(start))) return;
    if (scope.trail.hasRoom('logs')) scope.trail.log(source, '', text);
  } catch {
    scope.trail.fault();
  }
}

function textOf(chunk: unknown): string {
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return '';
  const text =
    typeof chunk === 'string'
      ? cutText(chunk, LONGEST)
      : new TextDecoder().decode(chunk.subarray(0, LONGEST));
  return stripVTControlCharacters(text).trimEnd();
}

function startOf(text: string): string {
  const line = text.trimStart();
  const end = line.indexOf('\n');
  return line.slice(0, end < 0 ? START : Math.min(START, end));
}
