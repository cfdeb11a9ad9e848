import { errorFields } from '../format/error-fields.ts';
import { isLibraryFrame } from '../format/stack-frames.ts';
import { visibleLines, visibleText } from '../format/visible-text.ts';
import type { Exception } from '../profile/profile.ts';

/** An exception with its fields, the frames of the app, its errors and its causes. */
export function exceptionLines(exception: Exception): string[] {
  const { name, message, stack, fields, errors = [], moreErrors = 0, cause, isError } = exception;
  const count = errors.length + moreErrors;
  const title = message === '' ? visibleText(name) : `${visibleText(name)}: ${visibleLines(message)}`;
  return [
    ...title.split('\n'),
    ...(isError === false ? ['(the value that was thrown is not an Error)'] : []),
    ...errorFields(fields).flatMap(([key, text]) => `${visibleText(key)}: ${visibleLines(text)}`.split('\n')),
    ...stackLines(stack),
    ...errors.flatMap((error, i) => [`error ${i + 1} of ${count}`, ...indented(exceptionLines(error))]),
    ...(moreErrors > 0 ? [`${moreErrors.toLocaleString('en')} more errors were not recorded`] : []),
    ...(cause ? ['caused by', ...indented(exceptionLines(cause))] : []),
  ];
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** The frames of the app, and how many others there are. All of them, if none is of the app. */
function stackLines(stack: string): string[] {
  if (stack === '') return [];
  const frames = stack.split('\n');
  const own = frames.filter((frame) => !isLibraryFrame(frame));
  const shown = own.length === 0 ? frames : own;
  const hidden = frames.length - shown.length;
  const rest = hidden === 0 ? [] : [`    … ${hidden} frames of libraries and Node.js (--json has all)`];
  return [...shown.map(visibleText), ...rest];
}
