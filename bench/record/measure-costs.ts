import { type App, startApp } from './app-process.ts';
import { type CoreCount, shareCores } from './cores.ts';
import type { FrameworkName } from './frameworks.ts';
import { MODES, type ModeName } from './mode.ts';
import { type Pace, runRounds, type Turn } from './rounds.ts';
import { startLoad } from './start-load.ts';

export type Round = Readonly<Record<ModeName, Turn>>;
export interface CostPace extends Pace {
  /** Each pass starts new processes: two processes of the same app differ by up to 8 %. */
  readonly passes: number;
}

const APP = new URL('./app.ts', import.meta.url);

/** Measures the modes of a framework, each in its own process, in turns. */
export async function measureCosts(
  framework: FrameworkName,
  cores: CoreCount,
  { passes, ...pace }: CostPace,
  modes: readonly ModeName[] = MODES,
): Promise<Round[]> {
  const shared = shareCores(cores);
  const taken: Round[] = [];
  for (let i = 0; i < passes; i++) {
    const load = startLoad(shared.load);
    const apps = new Map<ModeName, App>();
    try {
      for (const mode of modes) apps.set(mode, await startApp(APP, [framework, mode], shared.app));
      taken.push(...(await runRounds(apps, load, pace)));
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
  return taken;
}
