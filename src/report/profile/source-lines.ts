import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, parse, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CUT_MARK, textStart } from '../../format/cut-text.ts';
import { appPath } from '../../format/stack-frames.ts';
import type { Exception } from '../../profile/profile.ts';
import { exceptionsIn } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { createRedaction } from '../../redact/redaction.ts';

/** The lines of a source file around a stack frame. */
export interface SourceLines {
  /** Relative to the working directory, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly first: number;
  readonly lines: readonly string[];
  /** The file was changed after the request, so the lines may differ. */
  readonly changed: boolean;
}

export type Sources = ReadonlyMap<string, SourceLines>;

/** A stack frame with an absolute path or a file URL, as V8 writes it. Next.js has folders such as `(shop)`. */
const FRAME =
  /^\s+at (?:async )?(?:[^()]*(?:\[as [^\]]*\] )?\()?((?:file:\/\/\/|\/|[A-Za-z]:[\\/])(?:[^()]|\([^()]*\))*):(\d{1,7}):\d{1,7}\)?$/;
const ANY_FRAME = /^\s+at /;
/** A message can contain text that looks like a frame, so such exceptions are skipped. */
const FRAME_IN_MESSAGE = /^[ \t]*at /m;
const SOURCE_FILES = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']);
const MAX_FRAMES = 3;
const CONTEXT_LINES = 3;
const MAX_FILE_BYTES = 1_000_000;
const MAX_LINE_LENGTH = 200;

/**
 * Reads source lines for the topmost frames of the app in each recorded stack. Only source files inside the working
 * directory are read: no libraries, no hidden files, and no symbolic links that lead outside. No path comes from the
 * page's own requests.
 */
export async function readSources(
  exception: Exception | null,
  time: Micros,
  root = process.cwd(),
): Promise<Sources> {
  const found = new Map<string, SourceLines>();
  for (const error of exceptionsIn(exception)) {
    if (FRAME_IN_MESSAGE.test(error.message)) continue;
    let read = 0;
    for (const frame of framesOf(error.stack)) {
      if (read >= MAX_FRAMES) break;
      const location = locationOf(frame);
      if (!location || !isAppSource(location.file, root)) continue;
      read++;
      const lines = found.get(frame) ?? (await linesAround(location, time, root));
      if (lines) found.set(frame, lines);
    }
  }
  return found;
}

export type Excerpts = ReadonlyMap<Exception, Sources>;

/** Each excerpt belongs to the first frame that has it: causes often share frames with what they caused. */
export function firstExcerpts(exception: Exception, sources: Sources): Excerpts {
  const shown = new Set<string>();
  return new Map(
    exceptionsIn(exception).map((each) => {
      const own = new Map<string, SourceLines>();
      for (const frame of each.stack.split('\n')) {
        const source = sources.get(frame);
        const place = source && `${source.file}:${source.line}`;
        if (!source || !place || shown.has(place)) continue;
        shown.add(place);
        own.set(frame, source);
      }
      return [each, own];
    }),
  );
}

/**
 * The frames of a stack; none if it has any other line. Recording removes the message that V8 writes first, so another line
 * is text of the app, and so may be its frames.
 */
function framesOf(stack: string): string[] {
  const lines = stack.split('\n').filter((line) => line !== '' && line !== CUT_MARK);
  return lines.every((line) => ANY_FRAME.test(line)) ? lines : [];
}

interface Location {
  readonly file: string;
  readonly line: number;
}

/** The file and line of a stack frame; `null` if it is not a frame, or not in a file. */
export function locationOf(frame: string): Location | null {
  const [, path = '', line] = FRAME.exec(frame.trimEnd()) ?? [];
  if (path === '') return null;
  try {
    return { file: path.startsWith('file:') ? fileURLToPath(path) : path, line: Number(line) };
  } catch {
    return null;
  }
}

/** Whether a path belongs to the app's own source files. */
function isAppSource(file: string, root: string): boolean {
  // With / as working directory, every file would count as the app's.
  if (root === parse(root).root || !SOURCE_FILES.has(extname(file))) return false;
  const path = relative(root, file);
  if (path === '' || isAbsolute(path)) return false;
  return path.split(sep).every((name) => name !== 'node_modules' && !name.startsWith('.'));
}

async function linesAround(
  { file, line }: Location,
  time: Micros,
  root: string,
): Promise<SourceLines | null> {
  try {
    const [real, realRoot] = await Promise.all([realpath(file), realpath(root)]);
    if (!isAppSource(real, realRoot)) return null;
    const { size, mtimeMs, isFile } = await statOf(real);
    if (!isFile || size > MAX_FILE_BYTES) return null;
    const all = (await readFile(real, 'utf8')).split(/\r\n|\n/);
    if (line < 1 || line > all.length) return null;
    const first = Math.max(1, line - CONTEXT_LINES);
    const redaction = createRedaction();
    return {
      file: appPath(real, realRoot),
      line,
      first,
      lines: all
        .slice(first - 1, line + CONTEXT_LINES)
        .map((text) => redaction.text(textStart(text, MAX_LINE_LENGTH))),
      changed: mtimeMs * 1000 > time,
    };
  } catch {
    // The source may not be deployed with the app.
    return null;
  }
}

async function statOf(file: string) {
  const stats = await stat(file);
  return { size: stats.size, mtimeMs: stats.mtimeMs, isFile: stats.isFile() };
}
