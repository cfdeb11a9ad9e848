import { copyText, cutText, textStart } from '../format/cut-text.ts';
import type { Exception } from '../profile/profile.ts';
import { placeOf, topAppFrame } from './app-frame.ts';
import { MAX_LENGTH } from './bound-profile.ts';
import { isId, withoutMessageValues } from './message-values.ts';

const MAX_MESSAGE = 160;
const [MAX_NAME, MAX_FILE] = [80, 120];
/** How much of a message is read if its detail is dropped. */
const [MAX_MESSAGE_START, MAX_FRAME] = [1000, 500];

/**
 * The group of an error, from its redacted exception: errors with the same cause have the same group. It has no line numbers, so that
 * it stays the same when other parts of the file change.
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
  const frame = topAppFrame(exception);
  return {
    name,
    message: cutText(message, MAX_MESSAGE_START),
    stack: frame.length > MAX_FRAME ? '' : `    ${frame}`,
    cause: null,
  };
}

function placeText(frame: string): string {
  const { name, file } = placeOf(frame);
  const path = file.split('/').map(withoutIds).join('/');
  const place = path.length > MAX_FILE ? `…${path.slice(-MAX_FILE)}` : path;
  return name === '' ? place : `${textStart(name, MAX_NAME)} (${place})`;
}

/** Folders of releases and files of bundlers have ids in their names. */
function withoutIds(name: string): string {
  return name.replace(/[A-Za-z\d]{6,}/g, (part) => (isId(part) ? '…' : part));
}

/** Text with control characters can't be searched for. A copy: the parts are slices of longer texts. */
function oneLine(text: string): string {
  return copyText(text.replace(/\p{Cc}+/gu, ' ').toWellFormed());
}
