import { errorFields } from '../../format/error-fields.ts';
import { isLibraryFrame } from '../../format/stack-frames.ts';
import { visibleLines, visibleText } from '../../format/visible-text.ts';
import type { Exception } from '../../profile/profile.ts';
import type { SourceLines, Sources } from '../../report/profile/source-lines.ts';

/** An exception with its fields, the frames of the app, its errors and its causes. Each source excerpt is printed once. */
export function exceptionLines(
  exception: Exception,
  sources: Sources = new Map(),
  shown = new Set<string>(),
): string[] {
  const { name, message, stack, fields, errors = [], moreErrors = 0, cause, isError } = exception;
  const count = errors.length + moreErrors;
  const title = message === '' ? visibleText(name) : `${visibleText(name)}: ${visibleLines(message)}`;
  return [
    ...title.split('\n'),
    ...(isError === false ? ['(the value that was thrown is not an Error)'] : []),
    ...errorFields(fields).flatMap(([key, text]) => `${visibleText(key)}: ${visibleLines(text)}`.split('\n')),
    ...stackLines(stack, sources, shown),
    ...errors.flatMap((error, i) => [
      `error ${i + 1} of ${count}`,
      ...indented(exceptionLines(error, sources, shown)),
    ]),
    ...(moreErrors > 0 ? [`${moreErrors.toLocaleString('en')} more errors were not recorded`] : []),
    ...(cause ? ['caused by', ...indented(exceptionLines(cause, sources, shown))] : []),
  ];
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** The frames of the app, and how many others there are. All of them, if none is of the app. */
function stackLines(stack: string, sources: Sources, shown: Set<string>): string[] {
  if (stack === '') return [];
  const frames = stack.split('\n');
  const own = frames.filter((frame) => !isLibraryFrame(frame));
  const printed = own.length === 0 ? frames : own;
  const hidden = frames.length - printed.length;
  const rest =
    hidden === 0
      ? []
      : [`    … ${hidden} ${hidden === 1 ? 'frame' : 'frames'} of libraries and Node.js (--json has all)`];
  return [
    ...printed.flatMap((frame) => [visibleText(frame), ...sourceLines(sources.get(frame), shown)]),
    ...rest,
  ];
}

/** The lines around the one that the frame is at, which is marked. */
function sourceLines(source: SourceLines | undefined, shown: Set<string>): string[] {
  const place = source && `${source.file}:${source.line}`;
  if (!place || shown.has(place)) return [];
  shown.add(place);
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
