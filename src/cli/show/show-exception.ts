import { countOf, countText } from '../../format/count-text.ts';
import { errorFields } from '../../format/pretty-json.ts';
import { isLibraryFrame } from '../../format/stack-frames.ts';
import { visibleLines, visibleText } from '../../format/visible-text.ts';
import type { Exception } from '../../profile/profile.ts';
import type { Excerpts, SourceLines, Sources } from '../../report/profile/source-lines.ts';
import { causeChain, thrownAt } from '../../report/profile/summary.ts';

export function exceptionLines(exception: Exception, excerpts: Excerpts = new Map()): string[] {
  const { name, message, stack, fields, errors = [], moreErrors = 0, cause, isError } = exception;
  const count = errors.length + moreErrors;
  const title = message === '' ? visibleText(name) : `${visibleText(name)}: ${visibleLines(message)}`;
  return [
    ...title.split('\n'),
    ...(isError === false ? ['(the value that was thrown is not an Error)'] : []),
    ...errorFields(fields).flatMap(([key, text]) => `${visibleText(key)}: ${visibleLines(text)}`.split('\n')),
    ...stackLines(stack, excerpts.get(exception)),
    ...errors.flatMap((error, i) => [
      `error ${i + 1} of ${count}`,
      ...indented(exceptionLines(error, excerpts)),
    ]),
    ...(moreErrors > 0 ? [`${countText(moreErrors)} more errors were not recorded`] : []),
    ...(cause ? ['caused by', ...indented(exceptionLines(cause, excerpts))] : []),
  ];
}

/** The exception and its causes in one line, and the line of the app that threw it. */
export function briefException(exception: Exception | null): string[] {
  const chain = causeChain(exception).map(({ name, message }) => `${name} ${message}`.trimEnd());
  const place = thrownAt(exception);
  return exception ? [chain.join(' ← '), ...(place === '' ? [] : [`  ${place}`])] : [];
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** The frames of the app, and how many others there are. All of them, if none is of the app. */
function stackLines(stack: string, sources: Sources | undefined): string[] {
  if (stack === '') return [];
  const frames = stack.split('\n');
  const own = frames.filter((frame) => !isLibraryFrame(frame));
  const printed = own.length === 0 ? frames : own;
  const hidden = frames.length - printed.length;
  const rest =
    hidden === 0 ? [] : [`    … ${countOf(hidden, 'frame')} of libraries and Node.js (--json has all)`];
  return [...printed.flatMap((frame) => [visibleText(frame), ...sourceLines(sources?.get(frame))]), ...rest];
}

/** The lines around the one that the frame is at, which is marked. */
function sourceLines(source: SourceLines | undefined): string[] {
  if (!source) return [];
  const { first, line, lines, changed } = source;
  const width = String(first + lines.length).length;
  return [
    ...(changed ? ['        (the file has changed since this request, so the lines may differ)'] : []),
    ...lines.map((text, i) => {
      const number = String(first + i).padStart(width);
      return `      ${first + i === line ? '>' : ' '} ${number}  ${visibleText(text.replaceAll('\t', '  '))}`.trimEnd();
    }),
  ];
}
