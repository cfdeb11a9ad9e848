import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, parse, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exception } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { createRedaction } from '../../redact/redaction.ts';
import { startOf } from './cut-text.tsx';

/** Some lines of a source file around the one a stack names. */
export interface SourceLines {
  /** Below the working directory. */
  readonly file: string;
  readonly line: number;
  readonly first: number;
  readonly lines: readonly string[];
  /** Written to after the request came: the lines may be others by now. */
  readonly changed: boolean;
}

/** By the line of the stack that names them. */
export type Sources = ReadonlyMap<string, SourceLines>;

/** A stack names its frames so; whatever else stands in it is no frame. */
const FRAME = /(?:^\s*at (?:async )?|\()((?:file:\/\/\/|\/|[A-Za-z]:[\\/])[^()]*):(\d{1,7}):\d{1,7}\)?$/;
/** A frame in the message was put there by whoever wrote the message. */
const FRAME_IN_MESSAGE = /^[ \t]*at /m;
const SOURCE_FILES = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']);
const MOST_FRAMES = 3;
const AROUND = 3;
const MOST_BYTES = 1_000_000;
const LONGEST_LINE = 200;

/**
 * The sources of the app's own frames at the top of each recorded stack. Only source files of the working
 * directory are ever read: no libraries, no hidden files, nothing that a link leads to outside, and no path
 * that a reader's request could name.
 */
export async function readSources(
  exception: Exception | null,
  time: Micros,
  root = process.cwd(),
): Promise<Sources> {
  const found = new Map<string, SourceLines>();
  for (let one = exception; one; one = one.cause) {
    if (FRAME_IN_MESSAGE.test(one.message)) continue;
    let read = 0;
    for (const frame of one.stack.split('\n')) {
      if (read >= MOST_FRAMES) break;
      const place = placeOf(frame);
      if (!place || !isOwn(place.file, root)) continue;
      read++;
      const lines = found.get(frame) ?? (await linesAround(place, time, root));
      if (lines) found.set(frame, lines);
    }
  }
  return found;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** Where a frame of a stack stands; `null` when it is none, or in no file. */
export function placeOf(frame: string): Place | null {
  const [, path = '', line] = FRAME.exec(frame.trimEnd()) ?? [];
  if (path === '') return null;
  try {
    return { file: path.startsWith('file:') ? fileURLToPath(path) : path, line: Number(line) };
  } catch {
    return null;
  }
}

/** Whether a file is a source of the app itself, by its path alone. */
function isOwn(file: string, root: string): boolean {
  // A process that runs in / has no directory of its own.
  if (root === parse(root).root || !SOURCE_FILES.has(extname(file))) return false;
  const path = relative(root, file);
  if (path === '' || isAbsolute(path)) return false;
  return path.split(sep).every((step) => step !== 'node_modules' && !step.startsWith('.'));
}

async function linesAround({ file, line }: Place, time: Micros, root: string): Promise<SourceLines | null> {
  try {
    const [real, realRoot] = await Promise.all([realpath(file), realpath(root)]);
    if (!isOwn(real, realRoot)) return null;
    const { size, mtimeMs, isFile } = await statOf(real);
    if (!isFile || size > MOST_BYTES) return null;
    const all = (await readFile(real, 'utf8')).split(/\r\n|\n/);
    if (line < 1 || line > all.length) return null;
    const first = Math.max(1, line - AROUND);
    const redaction = createRedaction();
    return {
      file: relative(realRoot, real),
      line,
      first,
      lines: all.slice(first - 1, line + AROUND).map((text) => redaction.text(startOf(text, LONGEST_LINE))),
      changed: mtimeMs * 1000 > time,
    };
  } catch {
    // Not at hand.
    return null;
  }
}

async function statOf(file: string) {
  const stats = await stat(file);
  return { size: stats.size, mtimeMs: stats.mtimeMs, isFile: stats.isFile() };
}
