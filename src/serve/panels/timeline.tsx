import { scaleLinear } from 'd3-scale';
import { textStart } from '../../format/cut-text.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import { SpanTable } from './span-table.tsx';
import { type TimelineRow, timelineRows } from './timeline-rows.ts';
import { transactionNumbers } from './transactions.ts';

const MAX_NAME_LENGTH = 300;
const ROW_HEIGHT = 24;
const AXIS_HEIGHT = 22;
const MAX_LABEL_LENGTH = 72;
/** Labels start at most this far to the right, so there is room for their text. */
const MAX_LABEL_START = 0.55;
/** The width of the timeline on a phone and the widest letter, in pixels. */
const MIN_WIDTH = 340;
const LETTER_WIDTH = 6.8;
/** Keeps very short bars visible. */
const MIN_BAR_WIDTH = 0.0015;

/** A waterfall of phases and spans. The table below it has the same data. */
export function Timeline({ profile }: { profile: Profile }) {
  const { end, rows, hidden } = timelineRows(profile);
  const spans = profile.detail?.spans ?? [];
  const scale = scaleLinear([0, end], [0, 1]);
  const height = AXIS_HEIGHT + rows.length * ROW_HEIGHT;
  return (
    <>
      <svg class="timeline" width="100%" height={height} role="img" aria-labelledby="timeline-title">
        <title id="timeline-title">
          {`Timeline of ${formatDuration(end)} with ${spans.length} spans; the table below has the same data`}
        </title>
        {scale.ticks(4).map((tick) => (
          <Tick at={scale(tick)} label={tick === 0 ? '0' : formatDuration(Math.round(tick))} />
        ))}
        {rows.map((row, i) => (
          <Row row={row} top={AXIS_HEIGHT + i * ROW_HEIGHT} scale={scale} />
        ))}
      </svg>
      {hidden > 0 && (
        <p class="not-drawn">{hidden} shorter spans are not drawn. The table lists all spans.</p>
      )}
      {spans.length > 0 && (
        <details>
          <summary>
            {spans.length === 1 ? 'The span as a table' : `All ${spans.length} spans as a table`}
          </summary>
          <SpanTable
            spans={spans}
            nameLabel="Name"
            outcomeLabel="Outcome"
            kinds
            transactions={transactionNumbers(spans)}
            maxNameLength={MAX_NAME_LENGTH}
          />
        </details>
      )}
    </>
  );
}

function Tick({ at, label }: { at: number; label: string }) {
  const anchor = at < 0.02 ? 'start' : at > 0.95 ? 'end' : 'middle';
  return (
    <>
      <line class="tick" x1={percent(at)} x2={percent(at)} y1="14" y2="18" />
      <text class="tick-label" x={percent(at)} y="11" text-anchor={anchor}>
        {label}
      </text>
    </>
  );
}

function Row({ row, top, scale }: { row: TimelineRow; top: number; scale: (at: number) => number }) {
  return (
    <>
      <Label row={row} top={top} scale={scale} />
      {row.bars.map(({ from, sent, to, open, failed }) => {
        const width = Math.max(scale(to) - scale(sent), MIN_BAR_WIDTH);
        const state = failed ? 'failed' : open ? 'open' : '';
        return (
          <>
            {sent > from && (
              <rect
                class="mark waited"
                x={percent(scale(from))}
                y={top + 18}
                width={percent(scale(sent) - scale(from))}
                height="1"
              />
            )}
            <rect
              class={`mark k-${row.kind} ${state}`.trimEnd()}
              x={percent(Math.min(scale(sent), 1 - MIN_BAR_WIDTH))}
              y={top + 16}
              width={percent(width)}
              height="5"
            />
          </>
        );
      })}
    </>
  );
}

/** The text above the bars. It starts with the first bar, or ends with the last one if it would not fit otherwise. */
function Label({ row, top, scale }: { row: TimelineRow; top: number; scale: (at: number) => number }) {
  const text = labelOf(row);
  const start = scale(Math.min(...row.bars.map(({ from }) => from)));
  const end = scale(Math.max(...row.bars.map(({ to }) => to)));
  const fitsBefore = text.length * LETTER_WIDTH < end * MIN_WIDTH;
  const isBefore = start > MAX_LABEL_START && fitsBefore;
  return (
    <text
      class="row-label"
      x={percent(isBefore ? end : Math.min(start, MAX_LABEL_START))}
      y={top + 12}
      text-anchor={isBefore ? 'end' : undefined}
    >
      {text}
    </text>
  );
}

function labelOf({ kind, name, bars, total }: TimelineRow): string {
  const oneLine = name.replace(/\s+/g, ' ');
  const start = visibleText(textStart(oneLine, MAX_LABEL_LENGTH));
  const text = oneLine.length > MAX_LABEL_LENGTH ? `${start}…` : start;
  const times = bars.length > 1 ? ` ${bars.length}×` : '';
  const end = bars.some(({ failed }) => failed)
    ? ', failed'
    : bars.some(({ open }) => open)
      ? ', not finished'
      : '';
  const waited = bars.reduce((sum, { from, sent }) => sum + sent - from, 0);
  const wait = waited > 0 ? ` (waited ${formatDuration(waited)})` : '';
  return `${formatDuration(total)}${wait}${end}${times} ${kind === 'phase' ? '' : `${kind} `}${text}`;
}

function percent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(2))}%`;
}
