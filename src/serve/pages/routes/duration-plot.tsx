import { formatDuration } from '../../../format/units.ts';
import { DURATION_STEPS, type Durations } from '../../../store/durations.ts';

/** Durations differ by orders of magnitude, so the axis is logarithmic. It is the same in every row, so rows can be compared. */
const FROM = 1e3;
const DECADES = 4;
const BARS_PER_DECADE = 5;
const BARS = DECADES * BARS_PER_DECADE;
const HEIGHT = 20;
/** Keeps small counts visible. */
const MIN_HEIGHT = 1.5;

export const DURATION_AXIS =
  'Logarithmic, from 1 ms to 10 s. Shorter and longer requests are in the first and the last bar.';

/** How many requests took how long. The percentiles are in the cells next to it. */
export function DurationPlot({ durations }: { durations: Durations }) {
  const bars = barsOf(durations);
  const highest = Math.max(...bars);
  return (
    <svg class="durations" viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <title>{titleOf(bars)}</title>
      {bars.map((count, at) => {
        if (count === 0) return null;
        const height = Math.max(MIN_HEIGHT, Math.round((count / highest) * HEIGHT * 10) / 10);
        return <rect x={at + 0.1} y={HEIGHT - height} width="0.8" height={height} />;
      })}
    </svg>
  );
}

/** The number of requests in each bar. */
export function barsOf({ first, counts }: Durations): number[] {
  const bars = Array<number>(BARS).fill(0);
  for (const [at, count] of counts.entries()) {
    const bar = Math.floor(Math.log10(Math.max(1, DURATION_STEPS[first + at] ?? 0) / FROM) * BARS_PER_DECADE);
    const within = Math.min(BARS - 1, Math.max(0, bar));
    bars[within] = (bars[within] ?? 0) + count;
  }
  return bars;
}

function titleOf(bars: readonly number[]): string {
  const most = bars.indexOf(Math.max(...bars));
  const edge = (bar: number) => formatDuration(FROM * 10 ** (bar / BARS_PER_DECADE));
  return `Most requests: ${most === 0 ? 'below' : `${edge(most)} to`} ${edge(most + 1)}`;
}
