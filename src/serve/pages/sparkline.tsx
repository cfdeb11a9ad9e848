import { countText } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { formatTime, type Micros } from '../../profile/time.ts';

interface SparklineProps {
  readonly bins: readonly number[];
  /** Start of the first bin. */
  readonly from: Micros;
  /** Width of a bin, in µs. */
  readonly step: number;
  readonly zone: string;
  /** Names the highest value. */
  readonly format?: (value: number) => string;
}

const HEIGHT = 16;
/** Keeps small counts visible. */
const MIN_HEIGHT = 1.5;
/** The share of a bin that its bar fills. */
const BAR_WIDTH = 0.8;

/** Requests or another figure over time, as small as a word. Its text has the highest. */
export function Sparkline({ bins, from, step, zone, format = countText }: SparklineProps) {
  const highest = Math.max(0, ...bins);
  if (highest === 0) return null;
  const start = (from + bins.indexOf(highest) * step) as Micros;
  const label = `At most ${format(highest)} in ${formatDuration(step)}, from ${formatTime(start, zone)}`;
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${bins.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={bins.map((count, bin) => barPath(count / highest, bin)).join('')} />
    </svg>
  );
}

function barPath(share: number, bin: number): string {
  if (share === 0) return '';
  const height = round(Math.max(MIN_HEIGHT, share * HEIGHT));
  return `M${bin} ${HEIGHT}v-${height}h${BAR_WIDTH}v${height}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
