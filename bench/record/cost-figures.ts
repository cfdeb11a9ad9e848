import { type Figure, type Spread, spreadOf } from '../figures.ts';
import type { CoreCount } from './cores.ts';
import type { FrameworkName } from './frameworks.ts';
import type { Measured, Round } from './measure-costs.ts';
import { MODES, type ModeName } from './mode.ts';
import type { Turn } from './rounds.ts';

/** A mode compared with the bare server of the same round. CPU time is in µs per request. */
interface Cost {
  readonly thread: Spread;
  readonly added: Spread;
  readonly addedWritten: Spread;
  readonly addedTotal: Spread;
  /** Requests per second of the request thread's CPU time: the throughput if other cores did the rest. */
  readonly threadShare: Spread;
  readonly answered: Spread;
  readonly throughput: Spread;
  readonly throughputShare: Spread;
  readonly busy: Spread;
}
type Costs = Readonly<Record<ModeName, Cost>>;

export function costsOf(rounds: readonly Round[]): Costs {
  return Object.fromEntries(MODES.map((mode) => [mode, costOf(rounds, mode)])) as Costs;
}

function costOf(rounds: readonly Round[], mode: ModeName): Cost {
  const over = (read: (turn: Turn, bare: Turn) => number): Spread =>
    spreadOf(rounds.flatMap((round) => (round[mode] ? [read(round[mode], round.bare)] : [])));
  return {
    thread: over(({ thread }) => thread),
    added: over(({ thread }, bare) => thread - bare.thread),
    addedWritten: over(({ written }, bare) => written - bare.written),
    addedTotal: over(({ total }, bare) => total - bare.total),
    threadShare: over(({ thread }, bare) => bare.thread / thread),
    answered: over(({ answered }) => answered),
    throughput: over(({ throughput }) => throughput),
    throughputShare: over(({ throughput }, bare) => throughput / bare.throughput),
    busy: over(({ busy }) => busy),
  };
}

/** The smallest share of its core that a saturated app uses. */
const SATURATED = 0.9;

function print(costs: Costs): void {
  const pino = costs['pino-http'];
  const table = MODES.map((mode) => {
    const cost = costs[mode];
    const ofPino = (what: 'added' | 'addedTotal') => (cost[what].median / pino[what].median).toFixed(2);
    return {
      '': mode,
      'thread, µs': cost.thread.median.toFixed(1),
      added: text(cost.added, 1),
      '/ pino': ofPino('added'),
      'of bare': cost.threadShare.median.toFixed(2),
      'written, added': text(cost.addedWritten, 1),
      'all, added': text(cost.addedTotal, 1),
      ' / pino': ofPino('addedTotal'),
      'req/s': cost.answered.median.toFixed(0),
      'until idle': cost.throughput.median.toFixed(0),
      ' of bare': text(cost.throughputShare, 2),
      cores: cost.busy.median.toFixed(2),
    };
  });
  const names = Object.keys(table[0] ?? {}) as (keyof (typeof table)[0])[];
  const lines = [Object.fromEntries(names.map((name) => [name, name.trim()])) as (typeof table)[0], ...table];
  const widths = names.map((name) => Math.max(...lines.map((line) => line[name].length)));
  for (const line of lines)
    console.log(`  ${names.map((name, i) => line[name].padStart(widths[i] ?? 0)).join('  ')}`);
}

function text({ median, low, high }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}..${high.toFixed(digits)})`;
}

/** On one core. They are relative to pino-http and bare in the same run: on a slow machine everything takes longer. */
const LIMITS = {
  entry: { thread: 0.33, total: 1, throughput: 0.85 },
  production: { thread: 0.4, total: 1.1, throughput: 0.8 },
  detail: { thread: 0.7, total: 2, throughput: 0.7 },
} as const;

export function costFigures(framework: FrameworkName, cores: CoreCount, measured: Measured): Figure[] {
  const [start, costs] = [costsOf(measured.starts), costsOf(measured.rounds)];
  console.log('  the first requests');
  print(start);
  console.log('  after them');
  print(costs);
  if (cores === 1 && costs.bare.busy.median < SATURATED)
    console.log('  The bare app did not use its core: others did, or the load generator was too slow.');
  const { OpenTelemetry: otel, 'pino-http': pino } = costs;
  const isHttp = framework === 'node:http';
  return (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).flatMap((mode) => {
    const { added, addedWritten, addedTotal, threadShare, throughputShare } = costs[mode];
    const { thread, total, throughput } = LIMITS[mode];
    const figure = (
      metric: string,
      value: number,
      unit: string,
      limit: Pick<Figure, 'max' | 'min'> = {},
    ) => ({
      name: `${framework}/${cores} ${mode}, ${metric}`,
      value,
      unit,
      ...limit,
    });
    const onOneCore = <T>(limit: T) => (isHttp && cores === 1 ? limit : {});
    const ofEntry = <T>(limit: T) => (mode === 'entry' ? limit : {});
    return [
      figure('thread / pino-http', added.median / pino.added.median, 'x', onOneCore({ max: thread })),
      figure('all / pino-http', addedTotal.median / pino.addedTotal.median, 'x', onOneCore({ max: total })),
      figure('throughput', throughputShare.median, 'of bare', onOneCore({ min: throughput })),
      figure('thread / OpenTelemetry', added.median / otel.added.median, 'x', ofEntry({ max: 0.333 })),
      // A framework's own cost hides some of the overhead.
      figure('per thread second', threadShare.median, 'of bare', ofEntry({ min: isHttp ? 0.85 : 0.92 })),
      figure('thread', added.median, 'µs'),
      figure('all until written', addedWritten.median, 'µs'),
      figure('all', addedTotal.median, 'µs'),
      figure('all, first requests', start[mode].addedTotal.median, 'µs'),
    ];
  });
}
