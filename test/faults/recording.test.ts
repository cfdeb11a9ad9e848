import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { GatebookStats } from '../../src/gatebook.ts';
import { checkBook } from '../../src/store/sqlite/maintenance.ts';
import { figure } from '../support/figure.ts';

/** `npm run faults:record -- --full` asks a hundred thousand times. */
const REQUESTS = Number(process.env.REQUESTS ?? 1000);
/** What the app says may be held, and what memory Gatebook may take in all, beyond the app's own. */
const CAP = 8e6;
const MOST_ADDED = 350e6;
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
  /** What memory the process took at most, beyond what it had before the first request. */
  readonly highest: number;
  /** What was held for the book at most. */
  readonly mostHeld: number;
}

async function run(fault: string, where: string, env = {}): Promise<Result> {
  const app = spawn(process.execPath, ['--no-warnings', '--expose-gc', APP, fault, where, String(REQUESTS)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  app.stderr.setEncoding('utf8').on('data', (part) => {
    said += part;
  });
  const [code] = await once(app, 'close');
  const result = /RESULT (.*)/.exec(said)?.[1];
  if (code !== 0 || !result) throw new Error(`the app ended with ${code}: ${said.slice(-2000)}`);
  return JSON.parse(result) as Result;
}

/** A file system so small that it is soon full. */
function smallDisk(): string {
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
  // So much is said in so little time that not all of it can be held: what goes is counted.
  'log in a tight loop': { loses: true },
  'ten thousand spans': { loses: true },
  'ten megabytes of headers': { loses: true },
} as const satisfies Record<string, Fault>;

interface Fault {
  readonly where?: () => string;
  readonly loses?: boolean;
}

test.each(Object.entries(FAULTS))(
  '%s: the app answers every request as it should, and every profile is accounted for',
  {
    timeout: 60_000 + REQUESTS * 20,
  },
  async (fault, given: Fault) => {
    const where = given.where?.() ?? join(folder, fault.replaceAll(' ', '-'));
    mkdirSync(where, { recursive: true });
    const path = join(where, 'book.db');
    const { wrong, stats, after, highest, mostHeld } = await run(fault, path);
    expect(wrong).toBe(0);
    expect(stats.recorded).toBeGreaterThanOrEqual(REQUESTS);
    expect(stats.recorded).toBe(stats.stored + stats.dropped + stats.held);
    expect(after).toMatchObject({ held: 0, recorded: after.stored + after.dropped });
    expect(stats.faults).toBe(0);
    // A last one may be taken in just below the cap.
    expect(mostHeld).toBeLessThan(CAP + 300_000);
    // The threads with what they have at hand, SQLite's cache, garbage; not more of it the longer it goes on.
    const bare = await run(fault, path, { BARE: '1' });
    expect(highest - bare.highest).toBeLessThan(MOST_ADDED);
    if (fault !== 'the store is gone' && !given.loses) expect(after).toMatchObject({ dropped: 0 });
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
