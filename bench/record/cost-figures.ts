import { type Figure, quantile } from '../figures.ts';
import type { FrameworkName } from './frameworks.ts';
import { MODES, type ModeName } from './mode.ts';
import type { Pair, Turn } from './rounds.ts';

interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** A mode compared with the bare server of the same round, in µs per request. */
interface Cost {
  readonly thread: Spread;
  readonly added: Spread;
  /** The difference of the 10th percentiles, because other load on the machine only adds time. */
  readonly addedAtP10: number;
  readonly addedTotal: Spread;
  readonly addedWithMaintenance: Spread;
  /** Requests per CPU second of the request thread, relative to the bare server. */
  readonly throughput: Spread;
  readonly perSecond: Spread;
}
type Costs = Readonly<Record<ModeName, Cost>>;
/** The turns of each mode, each paired with a turn of the bare server in the same process. */
export type Pairs = Readonly<Record<Exclude<ModeName, 'bare'>, readonly Pair[]>>;

function costOf(pairs: readonly Pair[]): Cost {
  const over = (read: (turn: Turn, bare: Turn) => number): Spread => {
    const values = pairs.map(({ turn, bare }) => read(turn, bare));
    return { median: quantile(values, 0.5), low: quantile(values, 0.25), high: quantile(values, 0.75) };
  };
  const p10 = (which: keyof Pair) =>
    quantile(
      pairs.map((pair) => pair[which].thread),
      0.1,
    );
  return {
    thread: over(({ thread }) => thread),
    added: over(({ thread }, bare) => thread - bare.thread),
    addedAtP10: p10('turn') - p10('bare'),
    addedTotal: over(({ total }, bare) => total - bare.total),
    addedWithMaintenance: over(({ withMaintenance }, bare) => withMaintenance - bare.withMaintenance),
    throughput: over(({ thread }, bare) => bare.thread / thread),
    perSecond: over(({ perSecond }) => perSecond),
  };
}

function costsOf(pairs: Pairs): Costs {
  const bare = Object.values(pairs)
    .flat()
    .map((pair) => ({ turn: pair.bare, bare: pair.bare }));
  return Object.fromEntries(
    MODES.map((name) => [name, costOf(name === 'bare' ? bare : pairs[name])]),
  ) as Costs;
}

const COLUMNS = {
  'µs per request': 22,
  added: 22,
  'at p10': 10,
  'vs pino': 9,
  'vs bare': 19,
  'added, process': 22,
  maintenance: 12,
  'req/s': 8,
};

function print(costs: Costs): void {
  const widths = Object.values(COLUMNS);
  const line = (name: string, cells: readonly string[]) =>
    console.log(`  ${name.padEnd(14)}${cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('')}`);
  line('', Object.keys(COLUMNS));
  for (const name of MODES) {
    const { thread, added, addedAtP10, addedTotal, addedWithMaintenance, throughput, perSecond } =
      costs[name];
    const share = added.median / costs['pino-http'].added.median;
    line(name, [
      text(thread, 1),
      ...(name === 'bare'
        ? ['', '', '', '', '', '']
        : [
            text(added, 1),
            addedAtP10.toFixed(1),
            share.toFixed(2),
            text(throughput, 2),
            text(addedTotal, 1),
            addedWithMaintenance.median.toFixed(1),
          ]),
      perSecond.median.toFixed(0),
    ]);
  }
}

function text({ median, low, high }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}..${high.toFixed(digits)})`;
}

/** The limits are stricter for frameworks, whose own cost hides some of the overhead. */
export function costFigures(framework: FrameworkName, pairs: Pairs): Figure[] {
  const costs = costsOf(pairs);
  print(costs);
  const { entry, detail, OpenTelemetry, 'pino-http': pino } = costs;
  const isBare = framework === 'node:http';
  const name = (metric: string) => `${framework} ${metric}`;
  const all: Figure[] = [
    {
      name: name('entry, throughput per CPU second'),
      value: entry.throughput.median,
      unit: 'of bare',
      min: isBare ? 0.85 : 0.92,
    },
    { name: name('detail, throughput per CPU second'), value: detail.throughput.median, unit: 'of bare' },
    {
      name: name('entry, added / OpenTelemetry added'),
      value: entry.added.median / OpenTelemetry.added.median,
      unit: 'x',
      max: 0.333,
    },
    {
      name: name('detail, added / OpenTelemetry added'),
      value: detail.added.median / OpenTelemetry.added.median,
      unit: 'x',
    },
    {
      name: name('entry, added / pino-http added'),
      value: entry.added.median / pino.added.median,
      unit: 'x',
    },
  ];
  if (!isBare) return all;
  return [
    {
      name: name('entry, added'),
      value: entry.added.median,
      unit: 'µs',
      // On a slow machine everything takes longer, so the limit is relative to pino-http.
      max: rounded(Math.max(4, 0.35 * pino.added.median)),
    },
    {
      name: name('detail, added'),
      value: detail.added.median,
      unit: 'µs',
      max: rounded(pino.added.median),
    },
    { name: name('entry, added at p10'), value: entry.addedAtP10, unit: 'µs' },
    { name: name('detail, added at p10'), value: detail.addedAtP10, unit: 'µs' },
    { name: name('entry, added in the process'), value: entry.addedTotal.median, unit: 'µs', max: 12 },
    {
      name: name('entry, added in the process with maintenance'),
      value: entry.addedWithMaintenance.median,
      unit: 'µs',
    },
    ...all,
  ];
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
