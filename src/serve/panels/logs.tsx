import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { loudnessOf } from '../../profile/log-level.ts';
import type { LogLine } from '../../profile/profile.ts';
import { TableHead } from '../pages/table-cells.tsx';
import { CutText } from './cut-text.tsx';

/** Log lines in the order they were written. */
export function Logs({ lines }: { lines: readonly LogLine[] }) {
  return (
    <table class="list">
      <TableHead names={['Time', 'Level', 'Source', 'Message']} />
      <tbody>
        {lines.map(({ at, source, level, text, fields }) => (
          <tr>
            <td class="figure">{formatDuration(at)}</td>
            <td class={loudClass(level)}>{visibleText(level)}</td>
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

function loudClass(level: string): string | undefined {
  const loudness = loudnessOf(level);
  return loudness ? `loud-${loudness}` : undefined;
}
