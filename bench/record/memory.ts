import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatebookOptions } from '../../src/options/options.ts';
import { type Figure, quantile } from '../figures.ts';
import { type Load, startLoad } from './start-load.ts';

export interface MemoryPace {
  readonly repetitions: number;
  /** The length of each phase. */
  readonly ms: number;
}

/** What an app does while its memory is measured, in this order, and the most that Gatebook may add, in MB. */
const PHASES = {
  idle: 20,
  'at 2,000/s': 50,
  'at 2,000/s, page open': 70,
  'at full load': 100,
} as const;
type Phase = keyof typeof PHASES;
/** In MB. */
export type Memory = Readonly<Record<Phase, number>>;

/** What users run: the source would need memory for the compiler in each thread. */
const BUILT = new URL('../../dist/http.js', import.meta.url).href;
const KEY = 'key-of-the-benchmark';
const RATE = 2000;
const SAMPLE_MS = 250;
const MB = 2 ** 20;

/** The resident memory of the same app with and without Gatebook, which take turns. */
export async function sampleMemory({ repetitions, ms }: MemoryPace) {
  const bare: Memory[] = [];
  const recorded: Memory[] = [];
  for (let i = 0; i < repetitions; i++) {
    bare.push(await measureApp(null, ms));
    const folder = mkdtempSync(join(tmpdir(), 'gatebook-bench-'));
    const options = { storage: `sqlite:${join(folder, 'book')}`, details: 'all', key: KEY } as const;
    recorded.push(await measureApp(options, ms));
    rmSync(folder, { recursive: true, force: true });
  }
  /** What Gatebook added in each repetition. */
  const added = (phase: Phase) =>
    recorded.map((memory, i) => memory[phase] - (bare[i]?.[phase] ?? Number.NaN));
  return { bare, recorded, added, phases: Object.keys(PHASES) as Phase[] };
}

export async function measureMemory(pace: MemoryPace): Promise<Figure[]> {
  const { bare, recorded, added, phases } = await sampleMemory(pace);
  print('bare', bare);
  print('with details', recorded);
  return phases.map((phase) => ({
    name: `memory added, ${phase}`,
    value: quantile(added(phase), 0.5),
    unit: 'MB',
    max: PHASES[phase],
  }));
}

async function measureApp(options: GatebookOptions | null, ms: number): Promise<Memory> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-bench-'));
  // In a folder of its own, as a user's app: here, libraries that Gatebook instruments are installed, and it would load them.
  const copy = join(folder, 'app.ts');
  copyFileSync(new URL('./memory-app.ts', import.meta.url), copy);
  const app = fork(copy, [BUILT, JSON.stringify(options)], {
    cwd: folder,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(app, 'exit');
  const [port] = (await once(app, 'message')) as [number];
  const load = startLoad();
  await sleep(2000);
  const idle = await rssOf(app);
  const paced = await during(app, load.run({ port, ms, rate: RATE }));
  const closePage = options ? openPage(port) : () => {};
  const withPage = await during(app, load.run({ port, ms, rate: RATE }));
  closePage();
  const full = await during(app, load.run({ port, ms }));
  load.stop();
  app.disconnect();
  await ended;
  rmSync(folder, { recursive: true, force: true });
  return { idle, 'at 2,000/s': paced, 'at 2,000/s, page open': withPage, 'at full load': full };
}

/** The median over the second half, in MB. */
async function during(app: ChildProcess, work: ReturnType<Load['run']>): Promise<number> {
  const samples: number[] = [];
  let isDone = false;
  const done = work.then(() => {
    isDone = true;
  });
  while (!isDone) {
    await Promise.race([done, sleep(SAMPLE_MS)]);
    samples.push(await rssOf(app));
  }
  return quantile(samples.slice(Math.floor(samples.length / 2)), 0.5);
}

async function rssOf(app: ChildProcess): Promise<number> {
  app.send('rss');
  const [bytes] = (await once(app, 'message')) as [number];
  return bytes / MB;
}

/** The page with its live tail. Returns a function that closes it. */
function openPage(port: number): () => void {
  const headers = { authorization: `Bearer ${KEY}` };
  const open = (path: string) => {
    const request = get({ port, host: '127.0.0.1', path: `/_profiler${path}`, headers }, async (response) => {
      if (response.statusCode === 200) response.resume();
      else throw new Error(`The page answered ${response.statusCode}: ${await text(response)}`);
    });
    request.on('error', () => {});
    return request;
  };
  open('');
  const tail = open('/tail');
  return () => tail.destroy();
}

function print(name: string, memories: readonly Memory[]): void {
  for (const phase of Object.keys(PHASES) as Phase[])
    console.log(
      `  ${name.padEnd(14)}${phase.padEnd(24)}${memories.map((memory) => memory[phase].toFixed(0).padStart(6)).join('')} MB`,
    );
}
