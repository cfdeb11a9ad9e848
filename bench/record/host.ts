// The process that runs the servers. It runs one job, sends the result to its parent and exits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameworkName } from './frameworks.ts';
import { type LatencyPace, measureLatencies } from './latency.ts';
import type { Mode, ModeName } from './mode.ts';
import { profileModes } from './profile.ts';
import { soak } from './soak.ts';
import { type Load, startLoad } from './start-load.ts';
import { startModes } from './start-modes.ts';

export type Job =
  | ({ readonly kind: 'latency' } & LatencyPace)
  | { readonly kind: 'soak'; readonly minutes: number }
  | { readonly kind: 'profile'; readonly framework: FrameworkName; readonly ms: number };

/** Only modes that are compared share a process, because patches to Node's code affect all servers in it. */
function modesFor(job: Job): readonly ModeName[] {
  switch (job.kind) {
    case 'latency':
      return ['bare', 'detail'];
    case 'soak':
      return ['detail'];
    case 'profile':
      return ['bare', 'entry', 'detail'];
  }
}

function runJob(job: Job, modes: readonly Mode[], load: Load): Promise<unknown> {
  switch (job.kind) {
    case 'latency':
      return measureLatencies(modes, load, job);
    case 'profile':
      return profileModes(modes, load, job.ms);
    case 'soak': {
      const [mode] = modes;
      if (!mode) throw new Error('No mode to soak.');
      return soak(mode, load, job.minutes);
    }
  }
}

/** Prints a warning if not everything was recorded, because the costs are meaningless then. */
function printStats({ name, port, book }: Mode, load: Load): void {
  if (!book) return;
  const { recorded, stored, dropped, faults } = book.stats();
  const responses = load.responsesFrom(port);
  if (stored === responses && faults === 0) return;
  const counts = { responses, recorded, stored, dropped, faults };
  const text = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  console.log(`  ${name}: ${text.join(', ')}${recorded < responses ? ': INCOMPLETE' : ''}`);
}

const job = JSON.parse(process.argv[2] ?? '') as Job;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => process.exit(1));

const load = startLoad();
const framework = 'framework' in job ? job.framework : 'node:http';
const { modes, close } = await startModes(framework, folder, modesFor(job));
const result = await runJob(job, modes, load);
for (const mode of modes) printStats(mode, load);
await close();
process.send?.(result, () => process.exit());
