import { formatDuration } from '../../format/units.ts';
import { oneLine, visibleLines, visibleText } from '../../format/visible-text.ts';
import { loudnessOf } from '../../profile/log-level.ts';
import type { LogLine, Note, Span } from '../../profile/profile.ts';
import { outcomeText } from '../../report/profile/query-texts.ts';
import type { Terminal } from '../output/terminal.ts';
import { padToWidth, widest } from '../output/text-width.ts';

const MAX_NAME_LENGTH = 2000;
const STYLES = { warn: 'yellow', error: 'red' } as const;

/** Log lines in the order they were written: time, level, source, message. */
export function logLines(logs: readonly LogLine[], terminal: Terminal): string[] {
  const times = logs.map(({ at }) => formatDuration(at));
  const timeWidth = widest(times);
  const levelWidth = widest(logs.map(({ level }) => visibleText(level)));
  const sourceWidth = widest(logs.map(({ source }) => source));
  return logs.flatMap(({ level, source, text, fields }, i) => {
    const time = padToWidth(times[i] ?? '', timeWidth, 'right');
    const name = padToWidth(visibleText(level), levelWidth);
    const loudness = loudnessOf(level);
    const head = `${time}  ${loudness ? terminal.style(STYLES[loudness], name) : name}  ${padToWidth(source, sourceWidth)}`;
    const [first = '', ...rest] = visibleLines(text).split('\n');
    return [
      `  ${head}  ${first}`,
      ...rest.map((line) => `      ${line}`),
      ...(fields === undefined ? [] : [`      ${visibleText(fields)}`]),
    ];
  });
}

/** Spans in the order they started. Each has its start, duration and name in a line. */
export function spanLines(spans: readonly Span[], terminal: Terminal): string[] {
  return spans.flatMap((span) => {
    const { at, duration, name, calledFrom, error } = span;
    const time = duration === null ? 'not finished' : formatDuration(duration);
    const outcome = outcomeText(span);
    const facts = [
      calledFrom === undefined ? '' : `from ${visibleText(calledFrom)}`,
      error === undefined ? '' : terminal.style('red', `failed: ${visibleText(error)}`),
    ].filter((fact) => fact !== '');
    return [
      `  ${formatDuration(at).padStart(8)}  ${time.padEnd(8)}  ${oneLine(name, MAX_NAME_LENGTH)}${outcome === '' ? '' : `  ${outcome}`}`,
      ...facts.map((fact) => `                      ${fact}`),
    ];
  });
}

export function noteLines(notes: readonly Note[], tags: readonly string[]): string[] {
  const tagLine = tags.length > 0 ? [`  Tags: ${tags.map(visibleText).join(', ')}`] : [];
  return [
    ...notes.flatMap(({ key, value }) => {
      const [first = '', ...rest] = visibleLines(value).split('\n');
      return [`  ${visibleText(key)}: ${first}`, ...rest.map((line) => `    ${line}`)];
    }),
    ...tagLine,
  ];
}
