import { scaleLinear, scaleLog } from 'd3-scale';
import { countText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { formatTime, type Micros } from '../../../profile/time.ts';
import type { TimeBins } from '../../../report/groups/group-bins.ts';
import type { ReleaseStart } from '../../../report/groups/release-starts.ts';
import { percentileOf, timedRequests } from '../../../store/durations.ts';
import { Ticks } from '../histogram.tsx';
import { BarLink, Releases, round } from '../histogram-marks.tsx';
import type { SearchLinks } from '../search-links.ts';
import { TableHead } from '../table-cells.tsx';

interface PercentilesPlotProps {
  readonly durations: TimeBins;
  /** Releases that began in this time, which are marked with their names. */
  readonly releases: readonly ReleaseStart[];
  readonly here: SearchLinks;
  readonly zone: string;
}

/** The percentiles of a bin, in µs, and the requests that they are of. */
interface Bin {
  readonly from: Micros;
  readonly requests: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

const HEIGHT = 64;
/** Where the longest duration is more than this many times the shortest, the axis is logarithmic. */
const MAX_LINEAR = 100;
const MARKS = 3;

/** Durations over time: lines of p50 and p90 over a band up to p99. The table below it has the same data. */
export function PercentilesPlot({ durations, releases, here, zone }: PercentilesPlotProps) {
  const { from, step } = durations;
  const count = durations.bins.length;
  const axis = { from, to: from + count * step - 1 };
  const bins = binsOf(durations);
  if (bins.length === 0) return null;
  const low = Math.max(1, Math.min(...bins.map(({ p50 }) => p50)));
  const high = Math.max(low * 2, ...bins.map(({ p99 }) => p99));
  const scale =
    high / low > MAX_LINEAR
      ? scaleLog([low, high], [HEIGHT, 0]).nice()
      : scaleLinear([0, high], [HEIGHT, 0]).nice(MARKS);
  const y = (micros: number) => round(scale(Math.max(micros, high / low > MAX_LINEAR ? low : 0)));
  const marks = scale.ticks(MARKS).filter((_, i, all) => all.length <= 2 * MARKS || i % 9 === 0);
  const middle = ({ from: start }: Bin) => round((start - from) / step + 0.5);
  const line = (figure: (bin: Bin) => number) =>
    pathOf(bins, step, (bin) => `${middle(bin)} ${y(figure(bin))}`);
  return (
    <div class="histogram percentiles">
      <svg class="lines" viewBox={`0 0 ${count} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {marks.map((micros) => (
          <line x2={count} y1={y(micros)} y2={y(micros)} />
        ))}
        {bins.map((bin) => (
          <path class="range" d={`M${middle(bin) - 0.5} ${HEIGHT}V${y(bin.p99)}h1V${HEIGHT}z`} />
        ))}
        <path class="p50" d={line(({ p50 }) => p50)} />
        <path class="p90" d={line(({ p90 }) => p90)} />
        {bins.map((bin) => (
          <BarLink href={here.inTimeRange({ from: bin.from, to: bin.from + step - 1 })}>
            <title>{labelOf(bin, zone)}</title>
            <rect class="room" x={middle(bin) - 0.5} width="1" height={HEIGHT} />
          </BarLink>
        ))}
      </svg>
      <svg class="scale" aria-hidden="true">
        {marks.map((micros) => (
          <text x="100%" y={y(micros)} dy="4" text-anchor="end">
            {micros === 0 ? '0' : formatDuration(micros)}
          </text>
        ))}
      </svg>
      <Releases releases={releases} axis={axis} search={here} zone={zone} />
      <Ticks range={axis} zone={zone} />
      <div class="behind">
        <details>
          <summary>Show as table</summary>
          <PercentilesTable bins={bins} zone={zone} />
        </details>
      </div>
    </div>
  );
}

/** A line through the bins that follow each other; a point alone is as wide as its bin. */
function pathOf(bins: readonly Bin[], step: number, pointOf: (bin: Bin) => string): string {
  return bins
    .map((bin, i) => {
      const previous = bins[i - 1];
      const isStart = previous === undefined || bin.from - previous.from > step;
      const isAlone = isStart && (bins[i + 1]?.from ?? 0) !== bin.from + step;
      return `${isStart ? 'M' : 'L'}${pointOf(bin)}${isAlone ? 'h0.5' : ''}`;
    })
    .join('');
}

function binsOf({ from, step, bins }: TimeBins): Bin[] {
  return bins.flatMap((figures, at) => {
    const requests = figures === null ? 0 : timedRequests(figures.durations);
    if (figures === null || requests === 0) return [];
    const { durations } = figures;
    const [p50 = 0, p90 = 0, p99 = 0] = [0.5, 0.9, 0.99].map((share) => percentileOf(durations, share) ?? 0);
    return [{ from: (from + at * step) as Micros, requests, p50, p90, p99 }];
  });
}

function PercentilesTable({ bins, zone }: { bins: readonly Bin[]; zone: string }) {
  return (
    <div class="counts">
      <table>
        <TableHead names={['From', 'Requests', 'p50', 'p90', 'p99']} />
        <tbody>
          {bins.map(({ from, requests, p50, p90, p99 }) => (
            <tr>
              <th scope="row">{formatTime(from, zone)}</th>
              <td>{countText(requests)}</td>
              {[p50, p90, p99].map((micros) => (
                <td>{formatDuration(micros)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function labelOf({ from, requests, p50, p90, p99 }: Bin, zone: string): string {
  const figures = [p50, p90, p99].map(formatDuration);
  return `${formatTime(from, zone)}: ${countText(requests)} requests, p50 ${figures[0]}, p90 ${figures[1]}, p99 ${figures[2]}`;
}
