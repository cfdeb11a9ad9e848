import { type App, startApp } from './app-process.ts';
import { type CoreCount, shareCores } from './cores.ts';
import type { FrameworkName } from './frameworks.ts';
import { MODES, type ModeName } from './mode.ts';
import { type Pace, runRounds, type Turn } from './rounds.ts';
import { startLoad } from './start-load.ts';

export type Round = Readonly<Record<ModeName, Turn>>;
export interface Measured {
  /** The first requests of the processes of each pass. */
  readonly starts: readonly Round[];
  readonly rounds: readonly Round[];
}
export interface CostPace extends Pace {
  /** Each pass starts new processes: two processes of the same app differ by up to 8 %. */
  readonly passes: number;
}

/** Where fewer requests come before the first turn, code that runs once for each request is still being compiled in it. */
export const FULL_PACE: CostPace = { passes: 5, start: 60_000, rounds: 2, ms: 1000 };

const APP = new URL('./app.ts', import.meta.url);

/** Measures the modes of a framework, each in its own process, in turns. */
export async function measureCosts(
  framework: FrameworkName,
  cores: CoreCount,
  { passes, ...pace }: CostPace,
  modes: readonly ModeName[] = MODES,
): Promise<Measured> {
  const shared = shareCores(cores);
  const starts: Round[] = [];
  const rounds: Round[] = [];
  for (let i = 0; i < passes; i++) {
    const load = startLoad(shared.load);
    const apps = new Map<ModeName, App>();
    try {
      for (const mode of modes) apps.set(mode, await startApp(APP, [framework, mode], shared.app));
      const taken = await runRounds(apps, load, pace);
      starts.push(taken.start);
      rounds.push(...taken.rounds);
      for (const [mode, { port, settle }] of apps) {
        const { kept } = await settle();
        const responses = load.responsesFrom(port);
        // What is dropped costs nothing.
        if (kept !== null && kept < responses)
          console.log(`  ${mode}: INCOMPLETE, ${kept} of ${responses} requests stored`);
      }
    } finally {
      await Promise.all([...apps.values()].map((app) => app.stop()));
      load.stop();
    }
  }
  return { starts, rounds };
}
