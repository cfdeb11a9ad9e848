// The process the servers live in. It does one job, sends its parent the outcome and ends.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameworkName } from './frameworks.ts';
import { type LatencyPace, takeLatencies } from './latency.ts';
import type { Mode, ModeName } from './mode.ts';
import { takeProfiles } from './profile.ts';
import { type Pace, takeRounds } from './rounds.ts';
import { soak } from './soak.ts';
import { type Load, startLoad } from './start-load.ts';
import { startModes } from './start-modes.ts';

export type Job =
  | ({ readonly kind: 'rounds'; readonly framework: FrameworkName; readonly mode: ModeName } & Pace)
  | ({ readonly kind: 'latency' } & LatencyPace)
  | { readonly kind: 'soak'; readonly minutes: number }
  | { readonly kind: 'profile'; readonly framework: FrameworkName; readonly ms: number };

/** No mode shares a process with more than it is compared with: what one does to Node's own code, all would pay for. */
function wantedFor(job: Job): readonly ModeName[] {
  switch (job.kind) {
    case 'rounds':
      return ['bare', job.mode];
    case 'latency':
      return ['bare', 'detail'];
    case 'soak':
      return ['detail'];
    case 'profile':
      return ['bare', 'entry', 'detail'];
  }
}

function doJob(job: Job, modes: readonly Mode[], load: Load): Promise<unknown> {
  switch (job.kind) {
    case 'rounds':
      return takeRounds(modes, load, job);
    case 'latency':
      return takeLatencies(modes, load, job);
    case 'profile':
      return takeProfiles(modes, load, job.ms);
    case 'soak': {
      const [mode] = modes;
      if (!mode) throw new Error('There is nothing to soak.');
      return soak(mode, load, job.minutes);
    }
  }
}

/** A cost is only worth something if everything was recorded. */
function printStats({ name, port, book }: Mode, load: Load): void {
  if (!book) return;
  const { recorded, stored, dropped, faults } = book.stats();
  const answered = load.answeredAt(port);
  if (stored === answered && faults === 0) return;
  const counts = { answered, recorded, stored, dropped, faults };
  const text = Object.entries(counts).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  console.log(`  ${name}: ${text.join(', ')}${recorded < counts.answered ? ': NOT ALL OF THEM' : ''}`);
}

const job = JSON.parse(process.argv[2] ?? '') as Job;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const cut of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(cut, () => process.exit(1));

const load = startLoad();
const framework = 'framework' in job ? job.framework : 'node:http';
const { modes, close } = await startModes(framework, folder, wantedFor(job));
const outcome = await doJob(job, modes, load);
for (const mode of modes) printStats(mode, load);
await close();
process.send?.(outcome, () => process.exit());
