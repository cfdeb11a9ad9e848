// npm run bench:record            small enough for CI
// npm run bench:record -- --full  more rounds, and a soak test of ten minutes (SOAK_MINUTES)
// --core 1 or 2: how many cores the app may use; without it, first one, then two (in the small version only node:http)
// --assert fails if a figure misses its limit; --only node:http,latency runs some parts; profile runs only with --only
import { parseArgs } from 'node:util';
import { type Figure, report } from '../figures.ts';
import { costFigures } from './cost-figures.ts';
import type { FrameworkName } from './frameworks.ts';
import { type Latencies, latencyFigures } from './latency.ts';
import { FULL_PACE, measureCosts } from './measure-costs.ts';
import { measureMemory } from './memory.ts';
import { type Profiles, printProfiles } from './profile.ts';
import { runJob } from './run-job.ts';
import { type SoakResult, soakFigures } from './soak.ts';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean' },
    assert: { type: 'boolean' },
    only: { type: 'string' },
    core: { type: 'string' },
  },
});
const full = values.full ?? false;
if (values.core !== undefined && !/^[12]$/.test(values.core)) throw new Error('--core must be 1 or 2.');
const only = values.only?.split(',');

async function costs(framework: FrameworkName): Promise<Figure[]> {
  const pace = full ? FULL_PACE : { passes: 1, start: 1000, rounds: 1, ms: 60 };
  const figures: Figure[] = [];
  for (const cores of [1, 2] as const) {
    const byDefault = cores === 1 || full || framework === 'node:http';
    if (values.core ? values.core !== `${cores}` : !byDefault) continue;
    console.log(`  ${cores === 1 ? 'one core' : 'two cores'}`);
    figures.push(...costFigures(framework, cores, await measureCosts(framework, cores, pace)));
  }
  return figures;
}

async function latency(): Promise<Figure[]> {
  const pace = full ? { alternations: 10, ms: 5000 } : { alternations: 2, ms: 500 };
  return latencyFigures(await runJob<Latencies>({ kind: 'latency', ...pace }));
}

async function soak(): Promise<Figure[]> {
  const minutes = Number(process.env.SOAK_MINUTES ?? 10);
  return soakFigures(await runJob<SoakResult>({ kind: 'soak', minutes }));
}

async function profile(): Promise<Figure[]> {
  printProfiles(await runJob<Profiles>({ kind: 'profile', framework: 'node:http', ms: 4000 }));
  return [];
}

interface Part {
  readonly run: () => Promise<Figure[]>;
  /** Runs without --only. */
  readonly byDefault: boolean;
}

const PARTS: Readonly<Record<string, Part>> = {
  'node:http': { run: () => costs('node:http'), byDefault: true },
  express: { run: () => costs('express'), byDefault: true },
  fastify: { run: () => costs('fastify'), byDefault: true },
  latency: { run: latency, byDefault: true },
  memory: {
    run: () => measureMemory(full ? { repetitions: 5, ms: 30_000 } : { repetitions: 1, ms: 2000 }),
    byDefault: true,
  },
  soak: { run: soak, byDefault: full },
  profile: { run: profile, byDefault: false },
};

const figures: Figure[] = [];
for (const [name, { run, byDefault }] of Object.entries(PARTS)) {
  if (only ? !only.includes(name) : !byDefault) continue;
  console.log(`\n== ${name}`);
  figures.push(...(await run()));
}
report('bench:record', figures, values.assert ?? false);
