import { formatDuration } from '../../format/units.ts';
import { oneLine } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import {
  type Bar,
  notDrawnText,
  type TimelineRow,
  timelineRows,
  waterfallTime,
} from '../../report/profile/timeline-rows.ts';
import type { Terminal } from '../output/terminal.ts';
import { cutToWidth, padToWidth, widest } from '../output/text-width.ts';

/** In wider terminals, bars would be too far from their names. */
const MAX_COLUMNS = 120;
const MAX_NAME = 48;
/** The share of the columns that names take. */
const NAME_SHARE = 0.4;
const MIN_BAR = 10;
const MAX_LABEL_LENGTH = 120;
const GAP = '  ';

export function timelineLines(profile: Profile, terminal: Terminal): string[] {
  const { end, rows, hidden } = timelineRows(profile);
  const names = rows.map(rowName);
  const times = rows.map(waterfallTime);
  const columns = Math.min(terminal.columns ?? MAX_COLUMNS, MAX_COLUMNS);
  const timeWidth = widest(times);
  const nameWidth = Math.min(widest(names), MAX_NAME, Math.floor(columns * NAME_SHARE));
  const barWidth = Math.max(MIN_BAR, columns - nameWidth - timeWidth - 6);
  const lines = rows.map((row, i) => {
    const name = padToWidth(cutToWidth(names[i] ?? '', nameWidth, 'end'), nameWidth);
    const bars = barText(row.bars, end, barWidth);
    const failed = row.bars.some((bar) => bar.failed);
    return `${GAP}${name}${GAP}${terminal.style(failed ? 'red' : 'cyan', bars)}${GAP}${times[i] ?? ''}`;
  });
  const axis = `${GAP}${padToWidth('', nameWidth)}${GAP}0${formatDuration(end).padStart(barWidth - 1)}`;
  return [axis, ...lines, ...(hidden > 0 ? [`${GAP}${notDrawnText(hidden)}; --json has all.`] : [])];
}

function rowName({ kind, name, depth }: TimelineRow): string {
  return `${'  '.repeat(Math.min(depth, 6))}${kind === 'phase' ? '' : `${kind} `}${oneLine(name, MAX_LABEL_LENGTH)}`;
}

/** `·` is waiting for a connection. Even the shortest bar is visible. */
function barText(bars: readonly Bar[], end: number, width: number): string {
  const cells = new Array<string>(width).fill(' ');
  const cellAt = (time: number) => Math.min(width - 1, Math.max(0, Math.floor((time / end) * width)));
  for (const { from, sent, to } of bars) {
    for (let i = cellAt(from); i < cellAt(sent); i++) cells[i] = '·';
    const last = Math.max(cellAt(sent), Math.ceil((to / end) * width) - 1);
    for (let i = cellAt(sent); i <= Math.min(last, width - 1); i++) cells[i] = '█';
  }
  return cells.join('');
}
