import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { GatebookStats } from '../../src/gatebook.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { figure } from '../support/figure.ts';

/** 100,000 with `npm run faults:record -- --full`. */
const REQUESTS = Number(process.env.REQUESTS ?? 150);
/** The memory budget of the app, and the total memory that Gatebook may add to the process, in bytes. */
const BUDGET = 8e6;
const MAX_ADDED = 100e6;
const APP = join(import.meta.dirname, 'faulty-app.ts');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-faults-'));
const mounted: string[] = [];
afterAll(() => {
  for (const path of mounted) execFileSync('umount', [path]);
  rmSync(folder, { recursive: true, force: true });
});

interface Result {
  readonly wrong: number;
  readonly stats: GatebookStats;
  readonly after: GatebookStats;
  /** The maximum growth of the process since the first request, in bytes. */
  readonly highest: number;
  /** The maximum size of the queue, in bytes. */
  readonly mostHeld: number;
}

async function run(fault: string, where: string, env = {}): Promise<Result> {
  const app = spawn(process.execPath, ['--no-warnings', '--expose-gc', APP, fault, where, String(REQUESTS)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  app.stderr.setEncoding('utf8').on('data', (part) => {
    output += part;
  });
  const [code] = await once(app, 'close');
  const result = /RESULT (.*)/.exec(output)?.[1];
  if (code !== 0 || !result) throw new Error(`the app exited with ${code}: ${output.slice(-2000)}`);
  return JSON.parse(result) as Result;
}

/** A file system that is soon full. Mounting one needs root; otherwise SMALL_DISK names one that is mounted. */
function smallDisk(): string {
  if (process.env.SMALL_DISK) return process.env.SMALL_DISK;
  const path = join(folder, 'small');
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', path]);
  mounted.push(path);
  return path;
}

const FAULTS = {
  nothing: {},
  'the store is gone': {},
  'the disk is full': { where: () => smallDisk(), loses: true },
  'the worker is killed': {},
  'a note that throws': {},
  // More output than the queue can hold: the rest is dropped and counted.
  'log in a tight loop': { loses: true },
  'ten thousand spans': { loses: true },
  'ten megabytes of headers': { loses: true },
} as const satisfies Record<string, Fault>;

interface Fault {
  readonly where?: () => string;
  readonly loses?: boolean;
}

test.each(Object.entries(FAULTS))(
  '%s: the app responds correctly and every profile is accounted for',
  {
    timeout: 60_000 + REQUESTS * 20,
  },
  async (fault, options: Fault) => {
    const where = options.where?.() ?? join(folder, fault.replaceAll(' ', '-'));
    mkdirSync(where, { recursive: true });
    const path = join(where, 'book');
    const { wrong, stats, after, highest, mostHeld } = await run(fault, path);
    expect(wrong).toBe(0);
    expect(stats.recorded).toBeGreaterThanOrEqual(REQUESTS);
    expect(stats.recorded).toBe(stats.stored + stats.dropped + stats.held);
    expect(after).toMatchObject({ held: 0, recorded: after.stored + after.dropped });
    expect(stats.faults).toBe(0);
    // The queue accepts one more profile just below the budget.
    expect(mostHeld).toBeLessThan(BUDGET + 300_000);
    // Covers threads and their batches, SQLite's cache and garbage. It must not grow with the number of requests.
    const bare = await run(fault, path, { BARE: '1' });
    expect(highest - bare.highest).toBeLessThan(MAX_ADDED);
    if (fault !== 'the store is gone' && !options.loses) expect(after).toMatchObject({ dropped: 0 });
    if (fault === 'the worker is killed') expect(stats.restarts).toBeGreaterThan(0);
    if (fault !== 'the store is gone') expect(checkBook(path)).toEqual([]);
    figure(
      fault,
      `${after.stored}/${after.recorded} stored, at most ${(mostHeld / 1e6).toFixed(1)} MB held, memory ${inMB(highest)} MB against ${inMB(bare.highest)} MB without Gatebook`,
    );
  },
);

function inMB(bytes: number): number {
  return Math.round(bytes / 1e6);
}
