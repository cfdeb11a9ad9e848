import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { Child } from 'hono/jsx';
import { formatTime, type Micros } from '../../profile/time.ts';
import type { Survey } from '../../store/survey.ts';
import { countText } from './count-text.ts';
import { TimeText } from './entry-values.tsx';
import type { SearchLinks } from './search-links.ts';

interface HistogramProps {
  readonly survey: Survey;
  readonly search: SearchLinks;
  readonly zone: string;
}

/** One bar: the number of requests in a time range, by status class. */
interface Bar {
  readonly index: number;
  readonly from: Micros;
  /** Indexed by the first digit of the status. */
  readonly counts: readonly number[];
  readonly total: number;
  /** Limits the search to this range; `null` if it would change nothing. */
  readonly href: string | null;
}

const HEIGHT = 64;
/** Keeps small counts visible. */
const MIN_HEIGHT = 2;
/** Status classes from bottom to top: errors at the bottom, where bars are easiest to compare. */
const ORDER = [5, 4, 3, 2, 1, 0, 6, 7, 8, 9];

/** The matches over time. The table below it has the same data, also for screen readers. */
export function Histogram({ survey, search, zone }: HistogramProps) {
  const bars = barsOf(survey, search);
  const classes = ORDER.filter((hundreds) => bars.some(({ counts }) => (counts[hundreds] ?? 0) > 0));
  const highest = Math.max(...bars.map(({ total }) => total));
  const end = (survey.from + survey.bins.length * survey.step - 1) as Micros;
  return (
    <div class="histogram">
      <p class="highest" aria-hidden="true">
        max {countText(highest)}
      </p>
      <svg viewBox={`0 0 ${survey.bins.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <Uncounted survey={survey} />
        {bars.map((bar) => (
          <BarMark bar={bar} classes={classes} highest={highest} label={barLabel(bar, survey, zone)} />
        ))}
      </svg>
      <p class="ends">
        <TimeText time={survey.from} zone={zone} />
        <span>{stepText(survey.step)} per bar</span>
        <TimeText time={end} zone={zone} />
      </p>
      <details class="behind">
        <summary>Show as table</summary>
        <HistogramTable bars={bars} classes={classes} zone={zone} />
      </details>
    </div>
  );
}

/** Marks the range that was not counted, so it does not look like a time without requests. */
function Uncounted({ survey: { searchedTo, from, step } }: { survey: Survey }) {
  if (searchedTo === null || searchedTo <= from) return null;
  return (
    <rect class="uncounted" width={round((searchedTo - from) / step)} height={HEIGHT}>
      <title>Not counted</title>
    </rect>
  );
}

function barsOf({ bins, from, step }: Survey, search: SearchLinks): Bar[] {
  return bins.flatMap((counts, index) => {
    const start = (from + index * step) as Micros;
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return [];
    const href = search.inTimeRange({ from: start, to: start + step - 1 });
    return [{ index, from: start, counts, total, href }];
  });
}

interface BarMarkProps {
  readonly bar: Bar;
  readonly classes: readonly number[];
  readonly highest: number;
  readonly label: string;
}

function BarMark({ bar, classes, highest, label }: BarMarkProps) {
  const height = scaleLinear([0, highest], [0, HEIGHT - MIN_HEIGHT * classes.length]);
  const heights = classes.map((hundreds) => {
    const count = bar.counts[hundreds] ?? 0;
    return count === 0 ? 0 : Math.max(MIN_HEIGHT, height(count));
  });
  const layers = stack<readonly number[], number>()
    .keys(heights.keys())
    .value((row, key) => row[key] ?? 0)([heights]);
  const marks = (
    <>
      <title>{label}</title>
      <rect class="room" x={bar.index} width="1" height={HEIGHT} />
      {layers.map(([layer], i) => {
        const [low = 0, high = 0] = layer ?? [];
        if (high === low) return null;
        const y = round(HEIGHT - high);
        return (
          <rect class={`c${classes[i]}`} x={bar.index + 0.1} y={y} width="0.8" height={round(high - low)} />
        );
      })}
    </>
  );
  if (bar.href === null) return <g>{marks}</g>;
  return (
    <a href={bar.href} tabindex={-1}>
      {marks}
    </a>
  );
}

/** Uses ARIA roles instead of a `table` element: the results are the only table on the page. */
function HistogramTable({ bars, classes, zone }: { bars: Bar[]; classes: number[]; zone: string }) {
  return (
    <div class="counts">
      <Cell role="table">
        <Cell role="row">
          <Cell role="columnheader">From</Cell>
          {classes.map((hundreds) => (
            <Cell role="columnheader">{statusClassName(hundreds)}</Cell>
          ))}
          <Cell role="columnheader">Total</Cell>
        </Cell>
        {bars.map(({ from, counts, total, href }) => (
          <Cell role="row">
            <Cell role="rowheader">
              {href === null ? formatTime(from, zone) : <a href={href}>{formatTime(from, zone)}</a>}
            </Cell>
            {classes.map((hundreds) => (
              <Cell role="cell">{countText(counts[hundreds] ?? 0)}</Cell>
            ))}
            <Cell role="cell">{countText(total)}</Cell>
          </Cell>
        ))}
      </Cell>
    </div>
  );
}

interface CellProps {
  readonly role: 'table' | 'row' | 'columnheader' | 'rowheader' | 'cell';
  readonly children?: Child;
}

function Cell({ role, children }: CellProps) {
  return <span role={role}>{children}</span>;
}

export function statusClassName(hundreds: number): string {
  return hundreds === 0 ? 'no status' : `${hundreds}xx`;
}

function barLabel({ from, counts, total }: Bar, { step }: Survey, zone: string): string {
  const counted = ORDER.filter((hundreds) => (counts[hundreds] ?? 0) > 0).map(
    (hundreds) => `${countText(counts[hundreds] ?? 0)} ${statusClassName(hundreds)}`,
  );
  return `${formatTime(from, zone)}, ${stepText(step)}: ${countText(total)} (${counted.join(', ')})`;
}

/** `10 min`, `3 h`, `7 d` */
function stepText(step: number): string {
  const seconds = step / 1e6;
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${seconds / 60} min`;
  return seconds < 86_400 ? `${seconds / 3600} h` : `${seconds / 86_400} d`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
