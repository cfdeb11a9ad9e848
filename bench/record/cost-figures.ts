import { type Figure, quantile, type Spread, spreadOf } from '../figures.ts';
import type { FrameworkName } from './frameworks.ts';
import { MODES, type ModeName } from './mode.ts';
import type { Pair, Turn } from './rounds.ts';

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
  const over = (read: (turn: Turn, bare: Turn) => number): Spread =>
    spreadOf(pairs.map(({ turn, bare }) => read(turn, bare)));
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

export function costsOf(pairs: Pairs): Costs {
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

/** The limits are relative to pino-http in the same run: on a slow machine everything takes longer. */
export function costFigures(framework: FrameworkName, pairs: Pairs): Figure[] {
  const costs = costsOf(pairs);
  print(costs);
  const { entry, production, detail, OpenTelemetry, 'pino-http': pino } = costs;
  const isBare = framework === 'node:http';
  const figure = (metric: string, value: number, unit: string, limits: Pick<Figure, 'max' | 'min'> = {}) => ({
    name: `${framework} ${metric}`,
    value,
    unit,
    ...limits,
  });
  const vsPino = (metric: string, { added }: Cost, max?: number) =>
    figure(`${metric} / pino-http`, added.median / pino.added.median, 'x', limit(max));
  const totalVsPino = (metric: string, { addedTotal }: Cost, max?: number) =>
    figure(`${metric}, written / pino-http`, addedTotal.median / pino.addedTotal.median, 'x', limit(max));
  const all: Figure[] = [
    vsPino('entry', entry, isBare ? 0.33 : undefined),
    vsPino('detail', detail, isBare ? 0.7 : undefined),
    // A framework's own cost hides some of the overhead.
    figure('entry, throughput per CPU second', entry.throughput.median, 'of bare', {
      min: isBare ? 0.85 : 0.92,
    }),
    figure('detail, throughput per CPU second', detail.throughput.median, 'of bare'),
    figure('entry / OpenTelemetry', entry.added.median / OpenTelemetry.added.median, 'x', { max: 0.333 }),
    figure('detail / OpenTelemetry', detail.added.median / OpenTelemetry.added.median, 'x'),
  ];
  if (!isBare) return all;
  return [
    ...all,
    vsPino('production', production),
    totalVsPino('entry', entry, 0.6),
    totalVsPino('production', production),
    totalVsPino('detail', detail, 1.2),
    figure('entry, added', entry.added.median, 'µs'),
    figure('production, added', production.added.median, 'µs'),
    figure('detail, added', detail.added.median, 'µs'),
    figure('entry, added at p10', entry.addedAtP10, 'µs'),
    figure('detail, added at p10', detail.addedAtP10, 'µs'),
    figure('entry, added in the process', entry.addedTotal.median, 'µs'),
    figure('production, added in the process', production.addedTotal.median, 'µs'),
    figure('detail, added in the process', detail.addedTotal.median, 'µs'),
    figure('entry, added with maintenance', entry.addedWithMaintenance.median, 'µs'),
    figure('detail, added with maintenance', detail.addedWithMaintenance.median, 'µs'),
  ];
}

function limit(max: number | undefined): Pick<Figure, 'max'> {
  return max === undefined ? {} : { max };
}
