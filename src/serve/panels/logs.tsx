import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { LogLine } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';

const LEVEL_CLASSES: Readonly<Record<string, string>> = {
  warn: 'loud-warn',
  warning: 'loud-warn',
  error: 'loud-error',
  fatal: 'loud-error',
};

/** Log lines in the order they were written. */
export function Logs({ lines }: { lines: readonly LogLine[] }) {
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Level</th>
          <th scope="col">Source</th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ at, source, level, text, fields }) => (
          <tr>
            <td class="figure">{formatDuration(at)}</td>
            <td class={LEVEL_CLASSES[level.toLowerCase()]}>{visibleText(level)}</td>
            <td>{source}</td>
            <td class="mono kept-lines">
              <CutText text={text} lines />
              {fields !== undefined && (
                <span class="fields-of">
                  {' '}
                  <CutText text={fields} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
