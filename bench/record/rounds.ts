import { createChance } from '../traffic.ts';
import type { Mode } from './mode.ts';
import { pinRequestThread } from './pin.ts';
import type { Load } from './start-load.ts';

/** What one turn of one mode cost, in µs of CPU per request. */
export interface Turn {
  /** On the thread that answers requests. */
  readonly thread: number;
  /** In the whole process, until what was recorded is written. */
  readonly total: number;
  /** And until what was put off is done too. */
  readonly tended: number;
  readonly perSecond: number;
}

/** A mode's turn, and the bare server's right before or after it. */
export interface Pair {
  readonly turn: Turn;
  readonly bare: Turn;
}

export interface Pace {
  readonly rounds: number;
  readonly ms: number;
}

/** The bare server and one mode take turns in one process, so that whatever slows the machine down slows both. */
export async function takeRounds(modes: readonly Mode[], load: Load, { rounds, ms }: Pace): Promise<Pair[]> {
  const chance = createChance(Date.now());
  const [bare, mode] = modes;
  if (bare?.name !== 'bare' || !mode) throw new Error('There is nothing to compare.');
  // The compiler has seen both before the first turn that counts.
  for (let i = 0; i < 3; i++) for (const next of modes) await takeTurn(next, load, ms);
  pinRequestThread(load.pid, 'apart');
  const taken: Pair[] = [];
  for (let i = 0; i < rounds; i++) {
    const turns = new Map<Mode, Turn>();
    for (const next of chance.next() < 0.5 ? [mode, bare] : [bare, mode])
      turns.set(next, await takeTurn(next, load, ms));
    taken.push({ turn: turns.get(mode) as Turn, bare: turns.get(bare) as Turn });
  }
  return taken;
}

/** From rest to rest: nothing is left over from before, and nothing is left for the next. */
async function takeTurn(mode: Mode, load: Load, ms: number): Promise<Turn> {
  const { port } = mode;
  mode.on();
  await load.run({ port, ms: ms / 5 });
  await mode.settle();
  await mode.tend();
  globalThis.gc?.({ type: 'minor' });

  const start = performance.now();
  const thread = process.threadCpuUsage();
  const total = process.cpuUsage();
  const { answered } = await load.run({ port, ms });
  const seconds = (performance.now() - start) / 1000;
  await mode.settle();
  const threadAfter = process.threadCpuUsage(thread);
  const totalAfter = process.cpuUsage(total);
  await mode.tend();
  const tendedAfter = process.cpuUsage(total);
  mode.off();

  const each = ({ user, system }: NodeJS.CpuUsage) => (user + system) / answered;
  return {
    thread: each(threadAfter),
    total: each(totalAfter),
    tended: each(tendedAfter),
    perSecond: answered / seconds,
  };
}
