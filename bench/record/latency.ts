import { type Figure, quantile } from '../figures.ts';
import type { Mode } from './mode.ts';
import { pinWithRequests } from './pin.ts';
import type { Load } from './start-load.ts';

export interface LatencyPace {
  readonly alternations: number;
  readonly ms: number;
}

/** The 99th percentile of each alternation, in ms. */
export interface Latencies {
  readonly bare: readonly number[];
  readonly detail: readonly number[];
}

const RATE = 2000;

/** Alternates between the bare and the recorded server, at a rate far below their capacity. */
export async function measureLatencies(
  modes: readonly Mode[],
  load: Load,
  { alternations, ms }: LatencyPace,
): Promise<Latencies> {
  const latencies: Record<'bare' | 'detail', number[]> = { bare: [], detail: [] };
  // The first alternation does not count: it warms up the compiler and starts all threads, which are then pinned.
  for (let i = -1; i < alternations; i++) {
    if (i === 0) pinWithRequests(load.pid);
    for (const mode of i % 2 === 0 ? modes : modes.toReversed()) {
      if (mode.name !== 'bare' && mode.name !== 'detail') continue;
      mode.on();
      await load.run({ port: mode.port, ms: ms / 4, rate: RATE });
      const { p99 } = await load.run({ port: mode.port, ms, rate: RATE });
      await mode.settle();
      await mode.maintain();
      mode.off();
      if (i >= 0) latencies[mode.name].push(p99);
    }
  }
  return latencies;
}

export function latencyFigures({ bare, detail }: Latencies): Figure[] {
  const above = detail.map((p99, i) => p99 - (bare[i] ?? Number.NaN));
  for (const [name, p99s] of Object.entries({ bare, detail }))
    console.log(
      `  p99 at ${RATE}/s, ms: ${name.padEnd(8)}${p99s.map((p99) => p99.toFixed(2).padStart(7)).join('')}`,
    );
  return [
    { name: `bare p99 at ${RATE}/s`, value: quantile(bare, 0.5), unit: 'ms' },
    { name: `detail p99 at ${RATE}/s above bare`, value: quantile(above, 0.5), unit: 'ms', max: 1 },
  ];
}
