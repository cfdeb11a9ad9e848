import { fileURLToPath, pathToFileURL } from 'node:url';
import { tryOr } from '../errors.ts';
import { copyText, cutText, textStart } from '../format/cut-text.ts';
import { appPath, isFrame, isLibraryFrame } from '../format/stack-frames.ts';
import { OWN_FOLDER, packageFolder } from '../package-files.ts';
import type { Exception } from '../profile/profile.ts';
import { MAX_LENGTH } from '../redact/profile/bound-profile.ts';
import { isId, withoutMessageValues } from './message-values.ts';

const MAX_MESSAGE = 160;
const [MAX_NAME, MAX_FILE] = [80, 120];
/** How much of a message is read if its detail is dropped. */
const [MAX_MESSAGE_START, MAX_FRAME, MAX_FRAMES, MAX_FRAMES_LENGTH] = [1000, 500, 6, 900];

/** A frame has a file, unlike `at async Promise.all (index 0)`. */
const HAS_FILE = /[\\/]|:\d+\)?$/;
/** The folder of this code as it appears in frames of CommonJS and of ES modules. */
const OWN_FOLDERS = [OWN_FOLDER, pathToFileURL(OWN_FOLDER).href];

/**
 * The group of an error, from its redacted exception: errors with the same cause have the same group. It has no line numbers, which
 * change with other parts of the file.
 * @param error the class
 */
export function errorGroup(error: string, exception: Exception | null): string {
  const name = textStart(error, MAX_LENGTH.error);
  if (!exception) return oneLine(name);
  const message = withoutMessageValues(exception.message, MAX_MESSAGE);
  const frame = topAppFrame(exception);
  return oneLine(`${name}${message && `: ${message}`}${frame && ` at ${placeText(frame)}`}`);
}

/** The start of an exception: enough to group it. */
export function exceptionStart(exception: Exception): Exception {
  const { name, message } = exception;
  return { name, message: cutText(message, MAX_MESSAGE_START), stack: startOfFrames(exception), cause: null };
}

/** The frame of the app, and some below it: a source map may say that it is one of a library in a bundle. */
function startOfFrames(exception: Exception): string {
  const [top = '', ...others] = appFrames(exception);
  if (top.length > MAX_FRAME) return '';
  let stack = `    ${top}`;
  for (const line of others.slice(0, MAX_FRAMES - 1)) {
    if (!isFrame(line) || stack.length + line.length > MAX_FRAMES_LENGTH) break;
    stack += `\n${line}`;
  }
  return stack;
}

function placeText(frame: string): string {
  const { name, file } = placeOf(frame);
  const path = file.split('/').map(withoutIds).join('/').replace(BUILD_HASH, withoutHash);
  const place = path.length > MAX_FILE ? `…${path.slice(-MAX_FILE)}` : path;
  return name === '' ? place : `${textStart(name, MAX_NAME)} (${place})`;
}

/** Folders of releases and files of bundlers have ids in their names. */
function withoutIds(name: string): string {
  return name.replace(/[A-Za-z\d]{6,}/g, (part) => (isId(part) ? '…' : part));
}

/** What bundlers write before the ending of a file: `pay-DkX3f_9a.js`, `chunk-QJ2IPMHV.mjs`, `[root]__0gsasy8qycr7t._.js`. */
const BUILD_HASH =
  /(?<=_)[\da-z]{12,14}(?=(?:\._)?\.[cm]?js$)|(?<=[-.])[\w-]{8}(?=\.[cm]?js$)|(?<=(?:^|\/)chunk[-._])[\w-]{6,32}(?=\.[cm]?js$)/;
/** From a small letter to a capital one. */
const HUMP = /[a-z](?=[A-Z])/g;

function withoutHash(part: string): string {
  if (/^[\da-z]{12,14}$/.test(part)) return /\d/.test(part) ? '…' : part;
  if (!/[A-Z]/.test(part)) return part;
  const isMixed = /[a-z]/.test(part) && (/[\d_-]/.test(part) || (part.match(HUMP)?.length ?? 0) > 1);
  return isMixed || !/[a-z]/.test(part) ? '…' : part;
}

/** Text with control characters can't be searched for. A copy: the parts are slices of longer texts. */
function oneLine(text: string): string {
  return copyText(text.replace(/\p{Cc}+/gu, ' ').toWellFormed());
}

/** The line of the stack where the app's own code failed, or called the code that failed; else that line of a cause. */
export function topAppFrame(exception: Exception): string {
  return appFrames(exception)[0] ?? '';
}

/** The top frame of the app, and the lines below it. */
function appFrames(exception: Exception): string[] {
  for (let error: Exception | null = exception; error; error = error.cause) {
    const lines = error.stack.split('\n');
    const top = lines.findIndex(isAppFrame);
    const line = lines[top];
    if (line !== undefined) return [line.trim(), ...lines.slice(top + 1)];
  }
  return [];
}

function isAppFrame(line: string): boolean {
  return isFrame(line) && !isLibraryFrame(line) && HAS_FILE.test(line) && !isOwnFrame(line);
}

/** This package's own files where it is not in `node_modules`. In a bundle they are part of the app's files. */
function isOwnFrame(line: string): boolean {
  if (!OWN_FOLDERS.some((folder) => line.includes(folder))) return false;
  const folder = packageFolder();
  return folder !== null && OWN_FOLDER.startsWith(folder);
}

export interface FramePlace {
  /** Empty for code outside of a function, and for a function without a name. */
  readonly name: string;
  /** Relative to the working folder, with slashes. */
  readonly file: string;
}

export function placeOf(frame: string): FramePlace {
  const call = frame.replace(/^at (?:async )?/, '');
  const open = call.endsWith(')') ? call.indexOf(' (') : -1;
  const name = open < 0 ? '' : call.slice(0, open).replace(/ \[as [^\]]*\]$/, '');
  const location = open < 0 ? call : call.slice(open + 2, -1);
  return { name: name.endsWith('<anonymous>') ? '' : name, file: fileOf(location.replace(/(?::\d+)+$/, '')) };
}

function fileOf(location: string): string {
  const [path = ''] = location.split('?');
  return appPath(path.startsWith('file:') ? tryOr(path, () => fileURLToPath(path)) : path);
}
