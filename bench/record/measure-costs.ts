import type { Pairs } from './cost-figures.ts';
import type { FrameworkName } from './frameworks.ts';
import type { Pace, Pair } from './rounds.ts';
import { runJob } from './run-job.ts';

/** Measures these modes of a framework, each in its own process, in several passes over all modes. */
export async function measureCosts(
  framework: FrameworkName,
  { passes, ...pace }: Pace & { readonly passes: number },
  only?: readonly (keyof Pairs)[],
): Promise<Pairs> {
  const pairs = {
    entry: [],
    production: [],
    detail: [],
    'pino-http': [],
    morgan: [],
    OpenTelemetry: [],
  } satisfies Pairs;
  for (let i = 0; i < passes; i++)
    for (const [mode, taken] of Object.entries(pairs) as [keyof Pairs, Pair[]][])
      if (only?.includes(mode) ?? true)
        taken.push(...(await runJob<Pair[]>({ kind: 'rounds', framework, mode, ...pace })));
  return pairs;
}
