import { scaleLinear } from 'd3-scale';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import { startOf } from './cut-text.tsx';
import { SpanTable } from './span-table.tsx';
import { type TimelineRow, timelineRows } from './timeline-rows.ts';

const LONGEST_NAME = 300;
const ROW = 24;
const AXIS = 22;
const LONGEST_LABEL = 72;
/** A label starts no further to the right than this: it must have room. */
const LAST_LABEL = 0.55;
/** On a phone the picture is so wide, and a letter so wide at most, in pixels. */
const NARROWEST = 340;
const LETTER = 6.8;
/** A bar of no width could not be seen. */
const THINNEST = 0.0015;

/** When things happened and how long they took, as a picture; the table behind it says the same. */
export function Timeline({ profile }: { profile: Profile }) {
  const { end, rows, hidden } = timelineRows(profile);
  const spans = profile.detail?.spans ?? [];
  const scale = scaleLinear([0, end], [0, 1]);
  const height = AXIS + rows.length * ROW;
  return (
    <>
      <svg class="timeline" width="100%" height={height} role="img" aria-labelledby="timeline-title">
        <title id="timeline-title">
          {`Timeline of ${formatDuration(end)} with ${spans.length} spans; the table below says the same`}
        </title>
        {scale.ticks(4).map((tick) => (
          <Tick at={scale(tick)} label={tick === 0 ? '0' : formatDuration(Math.round(tick))} />
        ))}
        {rows.map((row, i) => (
          <Row row={row} top={AXIS + i * ROW} scale={scale} />
        ))}
      </svg>
      {hidden > 0 && <p class="not-drawn">{hidden} shorter spans are not drawn. The table has them all.</p>}
      {spans.length > 0 && (
        <details>
          <summary>
            {spans.length === 1 ? 'The span as a table' : `All ${spans.length} spans as a table`}
          </summary>
          <SpanTable spans={spans} name="Name" outcome="Outcome" kinds longest={LONGEST_NAME} />
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
      {row.bars.map(({ from, to, open, failed }) => {
        const width = Math.max(scale(to) - scale(from), THINNEST);
        const look = failed ? 'failed' : open ? 'open' : '';
        return (
          <rect
            class={`mark k-${row.kind} ${look}`.trimEnd()}
            x={percent(Math.min(scale(from), 1 - THINNEST))}
            y={top + 16}
            width={percent(width)}
            height="5"
          />
        );
      })}
    </>
  );
}

/** Right above its bars: from where they start, or where that leaves no room, up to where they end. */
function Label({ row, top, scale }: { row: TimelineRow; top: number; scale: (at: number) => number }) {
  const text = labelOf(row);
  const start = scale(Math.min(...row.bars.map(({ from }) => from)));
  const end = scale(Math.max(...row.bars.map(({ to }) => to)));
  const fitsBefore = text.length * LETTER < end * NARROWEST;
  const before = start > LAST_LABEL && fitsBefore;
  return (
    <text
      class="row-label"
      x={percent(before ? end : Math.min(start, LAST_LABEL))}
      y={top + 12}
      text-anchor={before ? 'end' : undefined}
    >
      {text}
    </text>
  );
}

function labelOf({ kind, name, bars, total }: TimelineRow): string {
  const words = name.replace(/\s+/g, ' ');
  const start = visibleText(startOf(words, LONGEST_LABEL));
  const text = words.length > LONGEST_LABEL ? `${start}…` : start;
  const times = bars.length > 1 ? ` ${bars.length}×` : '';
  const end = bars.some(({ failed }) => failed)
    ? ', failed'
    : bars.some(({ open }) => open)
      ? ', not done'
      : '';
  return `${formatDuration(total)}${end}${times} ${kind === 'phase' ? '' : `${kind} `}${text}`;
}

function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}
