import { findSourceMap, type SourceMapping } from 'node:module';
import { basename, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryOr } from '../errors.ts';
import { appPath } from '../format/stack-frames.ts';
import { memoize } from '../lru.ts';
import { OWN_FOLDER } from '../package-files.ts';

/** Enough to get from a driver through an ORM to the app: Gatebook and MikroORM take up to 28, and the first `fetch` of Node 22 38. */
const MAX_FRAMES = 44;
const MAX_LENGTH = 300;
/** Next.js has six of its own frames in the bundle between `fetch` and the app. */
const MAX_PLACES = 10;
const JAVASCRIPT = /\.[cm]?js$/;

/** The stack of a call. V8 formats it only when it is read, which takes longer than taking it. */
export type CapturedCall = {
  readonly stack?: unknown;
  /** An earlier call, which counts if this one did not come from the app. */
  before?: CapturedCall;
};

/** Takes the stack of the running code. */
export function captureCall(): CapturedCall {
  const call = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = MAX_FRAMES;
  try {
    Error.captureStackTrace(call, captureCall);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return call;
}

/**
 * The place in the app where a call came from, such as `src/orders.js:12:20`; empty if it did not come from the app. JavaScript may be
 * a bundle, whose source map may say that the place is in a library: its callers follow, one per line.
 */
export function locateCall(call: CapturedCall): string {
  return placeOf(call) || (call.before ? placeOf(call.before) : '');
}

function placeOf(call: CapturedCall): string {
  const { prepareStackTrace } = Error;
  // With a function of ours, V8 passes the frames themselves, whatever another library does with them.
  Error.prepareStackTrace = (_, frames) => findAppFrames(frames);
  try {
    const place = call.stack;
    return typeof place === 'string' ? place : '';
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

function findAppFrames(frames: readonly NodeJS.CallSite[]): string {
  // The first frame is our own. In a bundle, it is in the same file as the app, and no line can be named.
  const own = frames[0]?.getFileName();
  let places = '';
  let left = MAX_PLACES;
  for (const frame of frames) {
    const name = frame.getFileName();
    const file = !name || name === own ? '' : fileOfApp(name);
    if (file === '') {
      if (places === '' || !name || name.startsWith('node:')) continue;
      break;
    }
    const place = `${file}:${positionOf(frame)}`;
    if (place.length > MAX_LENGTH) break;
    places = places === '' ? place : `${places}\n${place}`;
    if (--left === 0 || !JAVASCRIPT.test(file)) break;
  }
  return places;
}

/** The line and column. Node has the source map of TypeScript that a loader has compiled; the writer thread reads those of JavaScript. */
function positionOf(frame: NodeJS.CallSite): string {
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  const name = frame.getFileName() ?? '';
  const entry = JAVASCRIPT.test(name) ? null : entryOf(name, line, column);
  const isOwn = entry?.originalSource && basename(entry.originalSource) === basename(name);
  return isOwn ? `${entry.originalLine + 1}:${entry.originalColumn + 1}` : `${line}:${column}`;
}

function entryOf(name: string, line: number, column: number): SourceMapping | null {
  // A map of a loader can be wrong. The entry is empty if there is none.
  return tryOr(null, () => (findSourceMap(name)?.findEntry(line - 1, column - 1) ?? null) as SourceMapping);
}

/** The path of a file as shown; empty if the file is not part of the app. Looking at each frame again would take most of the time. */
const fileOfApp = memoize(
  (name) => {
    const path = pathOf(name);
    return path === '' || isOutside(path) ? '' : shorten(path);
  },
  { capacity: 1000 },
);

function pathOf(name: string): string {
  if (name.startsWith('node:')) return '';
  return name.startsWith('file:') ? fileURLToPath(name) : name;
}

function isOutside(file: string): boolean {
  return file.startsWith(OWN_FOLDER) || file.includes(`${sep}node_modules${sep}`);
}

function shorten(file: string): string {
  const short = appPath(file);
  return short.startsWith('..') ? file : short;
}
