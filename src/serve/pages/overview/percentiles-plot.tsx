import { countText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { formatTime, type Micros } from '../../../profile/time.ts';
import type { TimeBins } from '../../../report/groups/group-bins.ts';
import { percentileOf } from '../../../store/durations.ts';
import { BarLink, Ticks } from '../histogram.tsx';
import type { SearchLinks } from '../search-links.ts';
import { TableHead } from '../table-cells.tsx';

interface PercentilesPlotProps {
  readonly durations: TimeBins;
  readonly here: SearchLinks;
  readonly zone: string;
}

/** The percentiles of a bin, in µs. */
interface Bin {
  readonly from: Micros;
  readonly requests: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** In percent of the plot, so its text is not stretched. */
const MIN_HEIGHT = 2;
const BAR_SHARE = 0.7;
const DECADE = 10;

/** Durations over time: from p50 to p99, with a line at p90. The table below it has the same data. */
export function PercentilesPlot({ durations, here, zone }: PercentilesPlotProps) {
  const { from, step } = durations;
  const count = durations.bins.length;
  const bins = binsOf(durations);
  if (bins.length === 0) return null;
  const low = decadeBelow(Math.min(...bins.map(({ p50 }) => p50)));
  const high = Math.max(low * DECADE, decadeAbove(Math.max(...bins.map(({ p99 }) => p99))));
  const y = (micros: number) => 100 - (Math.log(Math.max(micros, low) / low) / Math.log(high / low)) * 100;
  const width = 100 / count;
  return (
    <div class="histogram percentiles">
      <svg aria-hidden="true">
        {decades(low, high).map((micros) => (
          <line x2="100%" y1={percent(y(micros))} y2={percent(y(micros))} />
        ))}
        {bins.map((bin) => (
          <BinMark
            bin={bin}
            x={((bin.from - from) / step) * width + (width * (1 - BAR_SHARE)) / 2}
            width={width * BAR_SHARE}
            y={y}
            label={labelOf(bin, zone)}
            href={here.inTimeRange({ from: bin.from, to: bin.from + step - 1 })}
          />
        ))}
      </svg>
      <svg class="scale" aria-hidden="true">
        {decades(low, high).map((micros) => (
          <text x="100%" y={percent(y(micros))} dy="4" text-anchor="end">
            {formatDuration(micros)}
          </text>
        ))}
      </svg>
      <Ticks range={{ from, to: from + count * step - 1 }} zone={zone} />
      <details class="behind">
        <summary>Show as table</summary>
        <PercentilesTable bins={bins} zone={zone} />
      </details>
    </div>
  );
}

function binsOf({ from, step, bins }: TimeBins): Bin[] {
  return bins.flatMap((figures, at) => {
    if (figures === null) return [];
    const { requests, durations } = figures;
    const [p50 = 0, p90 = 0, p99 = 0] = [0.5, 0.9, 0.99].map((share) => percentileOf(durations, share) ?? 0);
    return [{ from: (from + at * step) as Micros, requests, p50, p90, p99 }];
  });
}

interface BinMarkProps {
  readonly bin: Bin;
  /** In percent. */
  readonly x: number;
  readonly width: number;
  readonly y: (micros: number) => number;
  readonly label: string;
  readonly href: string | null;
}

function BinMark({ bin: { p50, p90, p99 }, x, width, y, label, href }: BinMarkProps) {
  const bar = { x: percent(x), width: percent(width) };
  return (
    <BarLink href={href}>
      <title>{label}</title>
      <rect class="room" {...bar} height="100%" />
      <rect
        class="range"
        {...bar}
        y={percent(y(p99))}
        height={percent(Math.max(MIN_HEIGHT, y(p50) - y(p99)))}
      />
      <rect class="p90" {...bar} y={percent(y(p90))} height="2" />
    </BarLink>
  );
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

function decadeBelow(micros: number): number {
  return DECADE ** Math.floor(Math.log10(Math.max(1, micros)));
}

function decadeAbove(micros: number): number {
  return DECADE ** Math.ceil(Math.log10(Math.max(1, micros)));
}

function decades(low: number, high: number): number[] {
  const values: number[] = [];
  for (let value = low; value <= high * 1.001; value *= DECADE) values.push(value);
  return values;
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}
