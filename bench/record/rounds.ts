import { createChance } from '../traffic.ts';
import type { Mode } from './mode.ts';
import { pinRequestThread } from './pin.ts';
import type { Load } from './start-load.ts';

/** The cost of one turn of a mode, in µs of CPU time per request. */
export interface Turn {
  /** On the request thread. */
  readonly thread: number;
  /** In the whole process, until everything is written. */
  readonly total: number;
  /** In the whole process, including postponed maintenance. */
  readonly withMaintenance: number;
  readonly perSecond: number;
}

/** A turn of a mode, and the turn of the bare server right before or after it. */
export interface Pair {
  readonly turn: Turn;
  readonly bare: Turn;
}

export interface Pace {
  readonly rounds: number;
  readonly ms: number;
}

/** The bare server and one mode take turns in one process, so that other load affects both. */
export async function runRounds(modes: readonly Mode[], load: Load, { rounds, ms }: Pace): Promise<Pair[]> {
  const chance = createChance(Date.now());
  const [bare, mode] = modes;
  if (bare?.name !== 'bare' || !mode) throw new Error('Needs the bare mode and one other mode.');
  // Warm up the compiler.
  for (let i = 0; i < 3; i++) for (const next of modes) await runTurn(next, load, ms);
  pinRequestThread(load.pid, 'apart');
  const taken: Pair[] = [];
  for (let i = 0; i < rounds; i++) {
    const turns = new Map<Mode, Turn>();
    for (const next of chance.next() < 0.5 ? [mode, bare] : [bare, mode])
      turns.set(next, await runTurn(next, load, ms));
    taken.push({ turn: turns.get(mode) as Turn, bare: turns.get(bare) as Turn });
  }
  return taken;
}

/** Starts and ends idle, so that no work moves from one turn to another. */
async function runTurn(mode: Mode, load: Load, ms: number): Promise<Turn> {
  const { port } = mode;
  mode.on();
  await load.run({ port, ms: ms / 5 });
  await mode.settle();
  await mode.maintain();
  globalThis.gc?.({ type: 'minor' });

  const start = performance.now();
  const thread = process.threadCpuUsage();
  const total = process.cpuUsage();
  const { responses } = await load.run({ port, ms });
  const seconds = (performance.now() - start) / 1000;
  await mode.settle();
  const threadAfter = process.threadCpuUsage(thread);
  const totalAfter = process.cpuUsage(total);
  await mode.maintain();
  const tendedAfter = process.cpuUsage(total);
  mode.off();

  const each = ({ user, system }: NodeJS.CpuUsage) => (user + system) / responses;
  return {
    thread: each(threadAfter),
    total: each(totalAfter),
    withMaintenance: each(tendedAfter),
    perSecond: responses / seconds,
  };
}
