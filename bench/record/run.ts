// npm run bench:record            at a size fit for CI
// npm run bench:record -- --full  many rounds, and ten minutes of soak (SOAK_MINUTES)
// --assert fails on a missed figure; --only node:http,latency runs some parts; profile runs only if named
import { parseArgs } from 'node:util';
import { type Figure, report } from '../figures.ts';
import { costFigures, type Pairs } from './cost-figures.ts';
import type { FrameworkName } from './frameworks.ts';
import { type Latencies, latencyFigures } from './latency.ts';
import { type Profiles, printProfiles } from './profile.ts';
import type { Pair } from './rounds.ts';
import { runJob } from './run-job.ts';
import { type Soaked, soakFigures } from './soak.ts';

const { values } = parseArgs({
  options: { full: { type: 'boolean' }, assert: { type: 'boolean' }, only: { type: 'string' } },
});
const full = values.full ?? false;
const only = values.only?.split(',');

async function costs(framework: FrameworkName): Promise<Figure[]> {
  const few = framework === 'node:http' ? 5 : 4;
  const { passes, ...pace } = full ? { passes: 4, rounds: 12, ms: 250 } : { passes: 1, rounds: few, ms: 100 };
  const pairs = { entry: [], detail: [], 'pino-http': [], morgan: [], OpenTelemetry: [] } satisfies Pairs;
  for (let i = 0; i < passes; i++)
    for (const [mode, taken] of Object.entries(pairs) as [keyof Pairs, Pair[]][])
      taken.push(...(await runJob<Pair[]>({ kind: 'rounds', framework, mode, ...pace })));
  return costFigures(framework, pairs);
}

async function latency(): Promise<Figure[]> {
  const pace = full ? { alternations: 10, ms: 5000 } : { alternations: 3, ms: 1000 };
  return latencyFigures(await runJob<Latencies>({ kind: 'latency', ...pace }));
}

async function soak(): Promise<Figure[]> {
  const minutes = Number(process.env.SOAK_MINUTES ?? 10);
  return soakFigures(await runJob<Soaked>({ kind: 'soak', minutes }));
}

async function profile(): Promise<Figure[]> {
  printProfiles(await runJob<Profiles>({ kind: 'profile', framework: 'node:http', ms: 4000 }));
  return [];
}

interface Part {
  readonly run: () => Promise<Figure[]>;
  /** Runs though nobody named it. */
  readonly unasked: boolean;
}

const PARTS: Readonly<Record<string, Part>> = {
  'node:http': { run: () => costs('node:http'), unasked: true },
  express: { run: () => costs('express'), unasked: true },
  fastify: { run: () => costs('fastify'), unasked: true },
  latency: { run: latency, unasked: true },
  soak: { run: soak, unasked: full },
  profile: { run: profile, unasked: false },
};

const figures: Figure[] = [];
for (const [name, { run, unasked }] of Object.entries(PARTS)) {
  if (only ? !only.includes(name) : !unasked) continue;
  console.log(`\n== ${name}`);
  figures.push(...(await run()));
}
report('bench:record', figures, values.assert ?? false);
