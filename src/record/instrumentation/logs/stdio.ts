import { stripVTControlCharacters } from 'node:util';
import { cutText } from '../../../format/cut-text.ts';
import type { LogSource } from '../../../profile/profile.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import { undoAll, watchMethod } from '../patching/wrap-method.ts';

/** A trail keeps less than this of a line. */
const MAX_CHUNK_LENGTH = 8192;

/** Whatever else writes to stdout and stderr: winston, morgan, debug, `process.stdout.write`. */
export function observeStdio(context: BuiltInContext): () => void {
  const stops = (['stdout', 'stderr'] as const).map((source) =>
    watchMethod(process[source], 'write', (_, args) => record(args, source, context)),
  );
  return undoAll(stops);
}

function record(args: readonly unknown[], source: LogSource, context: BuiltInContext): void {
  const [chunk, callback] = args;
  const isEcho = context.echoes.next(callback);
  const trail = context.current()?.trail;
  if (!trail || !isEcho) return;
  attempt(trail, () => {
    const text = textOf(chunk);
    if (text !== '' && !isEcho(text) && trail.hasRoom('logs')) trail.log(source, '', text);
  });
}

function textOf(chunk: unknown): string {
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return '';
  const text =
    typeof chunk === 'string'
      ? cutText(chunk, MAX_CHUNK_LENGTH)
      : new TextDecoder().decode(chunk.subarray(0, MAX_CHUNK_LENGTH));
  return stripVTControlCharacters(text).trimEnd();
}
