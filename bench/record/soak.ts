import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../figures.ts';
import type { Mode } from './mode.ts';
import type { Load } from './start-load.ts';

/** In MB. */
interface Sample {
  readonly minute: number;
  readonly rss: number;
  readonly heap: number;
  /** Queued for the book. Limited, and included in the other two. */
  readonly held: number;
}

export interface SoakResult {
  readonly samples: readonly Sample[];
  readonly responses: number;
  /** Active resources of the process before and after, by kind. */
  readonly before: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
}

const SAMPLE_MS = 5000;
const MB = 2 ** 20;

/** Full load for this many minutes, with details. */
export async function soak(mode: Mode, load: Load, minutes: number): Promise<SoakResult> {
  const { port, book, on, settle, maintain } = mode;
  const rest = async () => {
    await settle();
    await maintain();
    await sleep(2000);
    return activeResources();
  };
  on();
  await load.run({ port, ms: 3000 });
  const before = await rest();

  const samples: Sample[] = [];
  const start = performance.now();
  const timer = setInterval(() => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const held = (book?.stats().heldBytes ?? 0) / MB;
    samples.push({ minute: (performance.now() - start) / 60_000, rss: rss / MB, heap: heapUsed / MB, held });
  }, SAMPLE_MS);
  const { responses } = await load.run({ port, ms: minutes * 60_000 });
  clearInterval(timer);
  return { samples, responses, before, after: await rest() };
}

function activeResources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Growth within the noise, or below 1 MB per minute, is not counted as a leak. */
export function soakFigures({ samples, responses, before, after }: SoakResult): Figure[] {
  // Ignore the first fifth, while caches fill and the compiler warms up.
  const settled = lowest(samples.slice(Math.floor(samples.length / 5)));
  const rss = fitted(settled, ({ rss, held }) => rss - held);
  const heap = fitted(settled, ({ heap, held }) => heap - held);
  const kinds = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...kinds].filter((kind) => before[kind] !== after[kind]);
  console.log(`  ${responses.toLocaleString('en')} requests, active before ${JSON.stringify(before)}`);
  for (const kind of changed) console.log(`  ${kind}: ${before[kind] ?? 0}, then ${after[kind] ?? 0}`);
  for (const [name, { slope, error }] of Object.entries({ rss, heap }))
    console.log(`  ${name}, MB a minute: ${slope.toFixed(2)}, standard error ${error.toFixed(2)}`);
  console.log(`  rss, MB: ${samples.map(({ rss }) => rss.toFixed(0)).join(' ')}`);
  console.log(`  heap, MB: ${samples.map(({ heap }) => heap.toFixed(1)).join(' ')}`);
  console.log(`  held, MB: ${samples.map(({ held }) => held.toFixed(1)).join(' ')}`);
  return [
    { name: 'soak rss growth', value: rss.slope, unit: 'MB/min', max: flat(rss.error) },
    { name: 'soak heap growth', value: heap.slope, unit: 'MB/min', max: flat(heap.error) },
    { name: 'soak kinds of resources changed', value: changed.length, unit: '', max: 0 },
  ];
}

/** The lowest sample of each half minute, without the queue: garbage comes and goes, a leak does not. */
function lowest(samples: readonly Sample[]): Sample[] {
  const halves = Map.groupBy(samples, ({ minute }) => Math.floor(minute * 2) / 2);
  return [...halves.values()].flatMap((group) =>
    group.toSorted((a, b) => a.rss - a.held - (b.rss - b.held)).slice(0, 1),
  );
}

function flat(error: number): number {
  return Math.round(Math.max(1, 2 * error) * 100) / 100;
}

/** A straight line through the samples by least squares. */
function fitted(samples: readonly Sample[], read: (sample: Sample) => number) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = samples.map(({ minute }) => minute);
  const y = samples.map(read);
  const [middle, level] = [mean(x), mean(y)];
  const width = x.reduce((sum, at) => sum + (at - middle) ** 2, 0);
  const slope = x.reduce((sum, at, i) => sum + (at - middle) * ((y[i] ?? 0) - level), 0) / width;
  const rest = x.reduce((sum, at, i) => sum + ((y[i] ?? 0) - level - slope * (at - middle)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (x.length - 2) / width) };
}
