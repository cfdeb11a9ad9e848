import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWN_FOLDER } from '../package-files.ts';

/** Enough to get from a driver through an ORM to the app: Gatebook and MikroORM take up to 28. */
const MAX_FRAMES = 32;
const MAX_LENGTH = 300;

/** The stack of a call. V8 formats it only when it is read, which takes longer than taking it. */
export type CapturedCall = { readonly stack?: unknown };

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

/** The place in the app where a call came from, such as `src/orders.js:12:20`; empty if it did not come from the app. */
export function locateCall(call: CapturedCall): string {
  const { prepareStackTrace } = Error;
  // With a function of ours, V8 passes the frames themselves, whatever another library does with them.
  Error.prepareStackTrace = (_, frames) => findAppFrame(frames);
  try {
    const place = call.stack;
    return typeof place === 'string' ? place : '';
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

function findAppFrame(frames: readonly NodeJS.CallSite[]): string {
  for (const frame of frames) {
    const file = pathOf(frame.getFileName());
    if (file === '' || isOutside(file)) continue;
    const place = `${shorten(file)}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
    return place.length > MAX_LENGTH ? '' : place;
  }
  return '';
}

function pathOf(name: string | null | undefined): string {
  if (!name || name.startsWith('node:')) return '';
  return name.startsWith('file:') ? fileURLToPath(name) : name;
}

function isOutside(file: string): boolean {
  return file.startsWith(OWN_FOLDER) || file.includes(`${sep}node_modules${sep}`);
}

function shorten(file: string): string {
  const short = relative(process.cwd(), file);
  return short.startsWith('..') ? file : short;
}
