import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { Child } from 'hono/jsx';
import { formatTime, type Micros } from '../../profile/time.ts';
import type { Survey } from '../../store/survey.ts';
import { countText } from './count-text.ts';
import type { SearchLinks } from './search-links.ts';
import { TimeText } from './values.tsx';

interface HistogramProps {
  readonly survey: Survey;
  readonly search: SearchLinks;
  readonly zone: string;
}

/** One bar: a span of time and how many arrived in it, by the hundreds of their status. */
interface Bar {
  readonly at: number;
  readonly from: Micros;
  readonly counts: readonly number[];
  readonly total: number;
  /** Narrows the search to it; `null` when there is nothing left to narrow. */
  readonly to: string | null;
}

const HEIGHT = 64;
/** What is there is seen, however little it is beside the rest. */
const LEAST = 2;
/** The worst stands on the ground, where it can be compared. */
const ORDER = [5, 4, 3, 2, 1, 0, 6, 7, 8, 9];

/** The matches over time. The drawing is for the eye and the pointer; the table behind it says the same to all. */
export function Histogram({ survey, search, zone }: HistogramProps) {
  const bars = barsOf(survey, search);
  const classes = ORDER.filter((hundreds) => bars.some(({ counts }) => (counts[hundreds] ?? 0) > 0));
  const highest = Math.max(...bars.map(({ total }) => total));
  const end = (survey.from + survey.bins.length * survey.step - 1) as Micros;
  return (
    <div class="histogram">
      <p class="highest" aria-hidden="true">
        up to {countText(highest)}
      </p>
      <svg viewBox={`0 0 ${survey.bins.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <Uncounted survey={survey} />
        {bars.map((bar) => (
          <BarMark bar={bar} classes={classes} highest={highest} label={barLabel(bar, survey, zone)} />
        ))}
      </svg>
      <p class="ends">
        <TimeText time={survey.from} zone={zone} />
        <span>bars of {stepText(survey.step)}</span>
        <TimeText time={end} zone={zone} />
      </p>
      <details class="behind">
        <summary>As a table</summary>
        <HistogramTable bars={bars} classes={classes} zone={zone} />
      </details>
    </div>
  );
}

/** Where time ran out there is no bar, and that is not to be taken for quiet. */
function Uncounted({ survey: { searchedTo, from, step } }: { survey: Survey }) {
  if (searchedTo === null || searchedTo <= from) return null;
  return (
    <rect class="uncounted" width={round((searchedTo - from) / step)} height={HEIGHT}>
      <title>not counted</title>
    </rect>
  );
}

function barsOf({ bins, from, step }: Survey, search: SearchLinks): Bar[] {
  return bins.flatMap((counts, at) => {
    const start = (from + at * step) as Micros;
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return [];
    return [{ at, from: start, counts, total, to: search.within({ from: start, to: start + step - 1 }) }];
  });
}

interface BarMarkProps {
  readonly bar: Bar;
  readonly classes: readonly number[];
  readonly highest: number;
  readonly label: string;
}

function BarMark({ bar, classes, highest, label }: BarMarkProps) {
  const height = scaleLinear([0, highest], [0, HEIGHT - LEAST * classes.length]);
  const heights = classes.map((hundreds) => {
    const count = bar.counts[hundreds] ?? 0;
    return count === 0 ? 0 : Math.max(LEAST, height(count));
  });
  const layers = stack<readonly number[], number>()
    .keys(heights.keys())
    .value((row, key) => row[key] ?? 0)([heights]);
  const marks = (
    <>
      <title>{label}</title>
      <rect class="room" x={bar.at} width="1" height={HEIGHT} />
      {layers.map(([layer], i) => {
        const [low = 0, high = 0] = layer ?? [];
        if (high === low) return null;
        const y = round(HEIGHT - high);
        return (
          <rect class={`c${classes[i]}`} x={bar.at + 0.1} y={y} width="0.8" height={round(high - low)} />
        );
      })}
    </>
  );
  if (bar.to === null) return <g>{marks}</g>;
  return (
    <a href={bar.to} tabindex={-1}>
      {marks}
    </a>
  );
}

/** Not a `table` of HTML: the page has one of those, and that is the listing. */
function HistogramTable({ bars, classes, zone }: { bars: Bar[]; classes: number[]; zone: string }) {
  return (
    <div class="counts">
      <Part role="table">
        <Part role="row">
          <Part role="columnheader">From</Part>
          {classes.map((hundreds) => (
            <Part role="columnheader">{className(hundreds)}</Part>
          ))}
          <Part role="columnheader">All</Part>
        </Part>
        {bars.map(({ from, counts, total, to }) => (
          <Part role="row">
            <Part role="rowheader">
              {to === null ? formatTime(from, zone) : <a href={to}>{formatTime(from, zone)}</a>}
            </Part>
            {classes.map((hundreds) => (
              <Part role="cell">{countText(counts[hundreds] ?? 0)}</Part>
            ))}
            <Part role="cell">{countText(total)}</Part>
          </Part>
        ))}
      </Part>
    </div>
  );
}

interface PartProps {
  readonly role: 'table' | 'row' | 'columnheader' | 'rowheader' | 'cell';
  readonly children?: Child;
}

function Part({ role, children }: PartProps) {
  return <span role={role}>{children}</span>;
}

export function className(hundreds: number): string {
  return hundreds === 0 ? 'none' : `${hundreds}xx`;
}

function barLabel({ from, counts, total }: Bar, { step }: Survey, zone: string): string {
  const parts = ORDER.filter((hundreds) => (counts[hundreds] ?? 0) > 0).map(
    (hundreds) => `${countText(counts[hundreds] ?? 0)} ${className(hundreds)}`,
  );
  return `${formatTime(from, zone)}, ${stepText(step)}: ${countText(total)} (${parts.join(', ')})`;
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
