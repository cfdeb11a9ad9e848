import { scaleLinear } from 'd3-scale';
import { countOf } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { oneLine, visibleText } from '../../format/visible-text.ts';
import type { ProfileView } from '../../report/profile/profile-view.ts';
import {
  notDrawnText,
  type TimelineRow,
  timelineRows,
  waterfallTime,
} from '../../report/profile/timeline-rows.ts';
import { transactionNumbers } from '../../report/profile/transactions.ts';
import { ProfileLink } from '../pages/entry-values.tsx';
import { CutText } from './cut-text.tsx';
import { SpanTable } from './span-table.tsx';

const MAX_NAME_LENGTH = 300;
const MAX_LABEL_LENGTH = 120;
/** Deeper children are indented as much as these. */
const MAX_INDENT = 6;
/** Keeps very short bars visible. */
const MIN_BAR_WIDTH = 0.0015;

/** A waterfall of phases and spans. The table below it has the same data. */
export function Timeline({ view }: { view: ProfileView }) {
  const spans = view.profile.detail?.spans ?? [];
  return (
    <>
      <Waterfall view={view} />
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

type Scale = (at: number) => number;

interface WaterfallProps {
  readonly view: Pick<ProfileView, 'profile' | 'calls' | 'base' | 'zone'>;
  /** Shows the longest rows only. */
  readonly maxRows?: number;
}

/** Names in a left column, bars beside them. */
export function Waterfall({ view, maxRows }: WaterfallProps) {
  const { end, rows, hidden } = timelineRows(view.profile, maxRows);
  const scale = scaleLinear([0, end], [0, 1]);
  return (
    <>
      <div class="waterfall">
        <svg class="ticks" width="100%" height="18" aria-hidden="true">
          {scale.ticks(4).map((tick) => (
            <Tick at={scale(tick)} label={tick === 0 ? '0' : formatDuration(Math.round(tick))} />
          ))}
        </svg>
        <ol>
          {rows.map((row) => (
            <Row row={row} scale={scale} view={view} />
          ))}
        </ol>
      </div>
      {hidden > 0 && (
        <p class="not-drawn">
          {notDrawnText(hidden)}. The table of the timeline lists all {view.profile.detail?.spans?.length}.
        </p>
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

function Row({ row, scale, view }: { row: TimelineRow; scale: Scale } & Pick<WaterfallProps, 'view'>) {
  const depth = Math.min(row.depth, MAX_INDENT);
  const line = (
    <>
      <span class="span-name">
        {row.kind !== 'phase' && <span class="span-kind">{row.kind} </span>}
        {oneLine(row.name, MAX_LABEL_LENGTH)}
      </span>
      <span class="span-time">{waterfallTime(row)}</span>
      <svg class="bars" width="100%" height="14" aria-hidden="true">
        <Bars row={row} scale={scale} />
      </svg>
    </>
  );
  return (
    <li class={depth > 0 ? `depth-${depth}` : undefined}>
      {row.kind === 'phase' ? (
        <div class="span-line phase">{line}</div>
      ) : (
        <details>
          <summary class="span-line">{line}</summary>
          <SpanDetail row={row} view={view} />
        </details>
      )}
    </li>
  );
}

/** The whole name or statement, where it was called, and how many rows it had. */
function SpanDetail({ row, view }: { row: TimelineRow } & Pick<WaterfallProps, 'view'>) {
  const { kind, name, calledFrom, rows } = row;
  // A call of the app to itself opens the profile of that request.
  const token = kind === 'http' ? view.calls.get(name) : undefined;
  return (
    <div class="span-detail">
      <code>
        <CutText text={name} lines />
      </code>
      {calledFrom !== undefined && (
        <p>
          Called from <code>{visibleText(calledFrom)}</code>
        </p>
      )}
      {rows !== undefined && <p>{countOf(rows, 'row')}</p>}
      {token && (
        <p>
          Recorded as <ProfileLink base={view.base} token={token} zone={view.zone} />
        </p>
      )}
    </div>
  );
}

function Bars({ row, scale }: { row: TimelineRow; scale: Scale }) {
  return row.bars.map(({ from, sent, to, open, failed }) => {
    const width = Math.max(scale(to) - scale(sent), MIN_BAR_WIDTH);
    const state = failed ? 'failed' : open ? 'open' : '';
    return (
      <>
        {sent > from && (
          <rect
            class="mark waited"
            x={percent(scale(from))}
            y="6"
            width={percent(scale(sent) - scale(from))}
            height="1"
          />
        )}
        <rect
          class={`mark k-${row.kind} ${state}`.trimEnd()}
          x={percent(Math.min(scale(sent), 1 - MIN_BAR_WIDTH))}
          y="4"
          width={percent(width)}
          height="6"
        />
      </>
    );
  });
}

function percent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(2))}%`;
}
