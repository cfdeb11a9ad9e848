import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { Child } from 'hono/jsx';
import { countText } from '../../format/count-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { formatTime, type Micros } from '../../profile/time.ts';
import type { ReleaseStart } from '../../report/groups/release-starts.ts';
import type { NumberRange } from '../../search/criteria.ts';
import { addClause } from '../../search/edit-query.ts';
import { withoutTime } from '../../search/time-range.ts';
import type { Survey } from '../../store/survey.ts';
import { OptionalLink } from './entry-values.tsx';
import { ticksOf } from './histogram-axis.ts';
import { BarLink, ProcessEvents, ProcessMark, Releases, round } from './histogram-marks.tsx';
import type { SearchLinks } from './search-links.ts';

/** Status classes from bottom to top of a bar: errors at the bottom, where bars are easiest to compare. */
const ORDER = [5, 4, 3, 2, 1, 0, 6, 7, 8, 9] as const;

export function statusClassName(hundreds: number): string {
  return hundreds === 0 ? 'no status' : `${hundreds}xx`;
}

interface HistogramProps {
  readonly survey: Survey;
  /** The time range of the axis. */
  readonly range: NumberRange;
  /** Starts and ends of processes, which are marked. */
  readonly events?: readonly Entry[];
  /** Releases that began in this time, which are marked with their names. */
  readonly releases?: readonly ReleaseStart[];
  readonly search: SearchLinks;
  readonly zone: string;
}

/** One bar: the number of requests in a time range, by status class. */
interface Bar {
  readonly from: Micros;
  /** Position on the axis, in steps from its start. */
  readonly x: number;
  /** Indexed by the first digit of the status. */
  readonly counts: readonly number[];
  readonly total: number;
  /** Limits the search to this range; `null` if it would change nothing. */
  readonly href: string | null;
}

const HEIGHT = 64;
/** Above the bars: one 5xx among hundreds shows there. */
const FAILURES_HEIGHT = 4;
const BARS_HEIGHT = HEIGHT - FAILURES_HEIGHT - 4;
/** Keeps small counts visible. */
const MIN_HEIGHT = 2;
/** A plot is at least this wide on a desktop, and a bar at most this, in pixels. */
const PLOT_WIDTH = 960;
const MAX_BAR_WIDTH = 14;
/** The share of a step that a bar fills. */
const BAR_SHARE = 0.7;

/** The matches over time. The table below it has the same data, also for screen readers. */
export function Histogram(props: HistogramProps) {
  const { survey, range, events = [], releases = [], search, zone } = props;
  const { step } = survey;
  // The axis starts and ends with a whole bar.
  const from = survey.from - Math.ceil(Math.max(0, survey.from - range.from) / step) * step;
  const steps = Math.max(
    Math.ceil((range.to + 1 - from) / step),
    (survey.from - from) / step + survey.bins.length,
  );
  const axis = { from, to: from + steps * step - 1 };
  const bars = barsOf(survey, from, search);
  const classes = ORDER.filter((hundreds) => bars.some(({ counts }) => (counts[hundreds] ?? 0) > 0));
  const highest = Math.max(...bars.map(({ total }) => total));
  const width = Math.min(BAR_SHARE, (MAX_BAR_WIDTH * steps) / PLOT_WIDTH);
  return (
    <div
      class="histogram"
      data-from={from}
      data-step={step}
      data-steps={steps}
      data-search={rangeTemplate(search)}
    >
      <svg class="bars" viewBox={`0 0 ${steps} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <Uncounted survey={survey} from={from} />
        {bars.map((bar) => (
          <BarMark
            bar={bar}
            width={width}
            classes={classes}
            highest={highest}
            label={barLabel(bar, survey, zone)}
          />
        ))}
        {events.map((event) => (
          <ProcessMark event={event} x={(event.time - from) / step} height={HEIGHT} zone={zone} />
        ))}
      </svg>
      <Releases releases={releases} axis={axis} search={search} zone={zone} />
      <Ticks range={axis} zone={zone} />
      <div class="behind">
        <details>
          <summary>Show as table</summary>
          <HistogramTable bars={bars} classes={classes} zone={zone} />
        </details>
        <p>
          max {countText(highest)} in {stepText(step)}
        </p>
        <ProcessEvents events={events} href={search.processesIn(axis)} />
      </div>
    </div>
  );
}

/** The address of this search in the time range that the reader drags; the script fills it in. */
function rangeTemplate({ text, href }: SearchLinks): string {
  return href(addClause(withoutTime(text), 'since:FROM until:TO'));
}

/** The axis, as an image of its own: its text is not stretched with the bars. */
export function Ticks({ range, zone }: { range: NumberRange; zone: string }) {
  const length = range.to - range.from + 1;
  const ticks = ticksOf(range, zone);
  const hasSeconds = ticks.some(({ label }) => label.length >= 'hh:mm:ss'.length);
  return (
    <svg class={hasSeconds ? 'ticks seconds' : 'ticks'} aria-hidden="true">
      {ticks.map(({ time, label }) => {
        const share = (time - range.from) / length;
        const x = `${round(share * 100)}%`;
        const anchor = share < 0.06 ? 'start' : share > 0.94 ? 'end' : 'middle';
        return (
          <>
            <line x1={x} x2={x} y2="4" />
            <text x={x} y="14" text-anchor={anchor}>
              {label}
            </text>
          </>
        );
      })}
    </svg>
  );
}

/** Marks the range that was not counted, so it does not look like a time without requests. */
function Uncounted({ survey: { searchedTo, step }, from }: { survey: Survey; from: number }) {
  if (searchedTo === null || searchedTo <= from) return null;
  return (
    <rect class="uncounted" width={round((searchedTo - from) / step)} height={HEIGHT}>
      <title>Not counted</title>
    </rect>
  );
}

function barsOf({ bins, from, step }: Survey, axisFrom: number, search: SearchLinks): Bar[] {
  return bins.flatMap((counts, index) => {
    const start = (from + index * step) as Micros;
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return [];
    const href = search.inTimeRange({ from: start, to: start + step - 1 });
    return [{ from: start, x: (start - axisFrom) / step, counts, total, href }];
  });
}

interface BarMarkProps {
  readonly bar: Bar;
  /** In steps. */
  readonly width: number;
  readonly classes: readonly number[];
  readonly highest: number;
  readonly label: string;
}

function BarMark({ bar, width, classes, highest, label }: BarMarkProps) {
  const height = scaleLinear([0, highest], [0, BARS_HEIGHT - MIN_HEIGHT * classes.length]);
  const heights = classes.map((hundreds) => {
    const count = bar.counts[hundreds] ?? 0;
    return count === 0 ? 0 : Math.max(MIN_HEIGHT, height(count));
  });
  const layers = stack<readonly number[], number>()
    .keys(heights.keys())
    .value((row, key) => row[key] ?? 0)([heights]);
  const x = round(bar.x + (1 - width) / 2);
  return (
    <BarLink href={bar.href}>
      <title>{label}</title>
      <rect class="room" x={bar.x} width="1" height={HEIGHT} />
      {layers.map(([layer], i) => {
        const [low = 0, high = 0] = layer ?? [];
        if (high === low) return null;
        const y = round(HEIGHT - high);
        return <rect class={`c${classes[i]}`} x={x} y={y} width={round(width)} height={round(high - low)} />;
      })}
      {(bar.counts[5] ?? 0) > 0 && (
        <rect class="c5 failures" x={x} width={round(width)} height={FAILURES_HEIGHT} />
      )}
    </BarLink>
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
              <OptionalLink href={href}>{formatTime(from, zone)}</OptionalLink>
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

function barLabel({ from, counts, total }: Bar, { step }: Survey, zone: string): string {
  const counted = ORDER.filter((hundreds) => (counts[hundreds] ?? 0) > 0).map(
    (hundreds) => `${countText(counts[hundreds] ?? 0)} ${statusClassName(hundreds)}`,
  );
  return `${formatTime(from, zone)}, ${stepText(step)}: ${countText(total)} (${counted.join(', ')})`;
}

/** `50 ms`, `10 min`, `3 h`, `7 d` */
function stepText(step: number): string {
  const seconds = step / 1e6;
  if (seconds < 1) return `${step / 1e3} ms`;
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${seconds / 60} min`;
  return seconds < 86_400 ? `${seconds / 3600} h` : `${seconds / 86_400} d`;
}
