import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { backupBook } from '../../src/store/sqlite/maintain/backup.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { figure } from '../support/figure.ts';
import { unlistedFiles } from '../support/read-book.ts';
import { type Acknowledged, acknowledgedIn, verifyBook } from './verify-book.ts';

/** `npm run faults:store` kills 500 times. */
const KILLS = Number(process.env.KILLS ?? 9);
/** A new book after this many rounds, so that reading the whole book after each kill stays fast. */
const ROUNDS_PER_BOOK = 5;
/** A process is killed after at most this many batches: several segments. */
const MAX_BATCHES = 40;
const ALONE = [
  'closes segments',
  'deletes by entries',
  'deletes by bytes',
  'checks the book',
  'makes backups',
];
const TOGETHER = [
  ['only writes', 'closes segments', 'deletes by entries', 'closes segments'],
  ['closes segments', 'deletes by bytes', 'checks the book', 'makes backups'],
];
const SCRIPT = join(import.meta.dirname, 'write-until-killed.ts');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-kills-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Writer {
  readonly child: ChildProcess;
  output: string;
}

let lastBatch = 0;

function startWriter(path: string, job: string): Writer {
  lastBatch += 100_000;
  const child = spawn(process.execPath, ['--no-warnings', SCRIPT, path, String(lastBatch), job], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const writer = { child, output: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    writer.output += chunk;
  });
  return writer;
}

/** Kills a process at a random moment within its next batches. It must not have ended by itself. */
async function kill(writer: Writer): Promise<void> {
  const lines = () => writer.output.split('\n').length;
  const last = lines() + Math.ceil(Math.random() * MAX_BATCHES);
  const end = Date.now() + 20_000;
  while (lines() <= last && writer.child.exitCode === null && Date.now() < end) await sleep(2);
  await sleep(Math.random() * 20);
  expect(writer.child.exitCode).toBeNull();
  writer.child.kill('SIGKILL');
  await once(writer.child, 'close');
}

/** Starts processes that write to one book, kills one after the other at random moments and verifies the book. */
async function round(path: string, jobs: readonly string[], known: Acknowledged[]): Promise<void> {
  const writers = jobs.map((job) => startWriter(path, job));
  try {
    for (const writer of writers) {
      await kill(writer);
      expect(checkBook(path)).toEqual([]);
    }
  } finally {
    for (const { child } of writers) child.kill('SIGKILL');
  }
  known.push(...writers.flatMap(({ output }) => acknowledgedIn(output)));
  const deletes = jobs.some((job) => job.startsWith('deletes'));
  await verifyBook(path, known, { deletes });
}

async function rounds(name: string, count: number, alternatives: readonly string[][]): Promise<void> {
  let batches = 0;
  let kills = 0;
  for (let n = 0; n < count; n += ROUNDS_PER_BOOK) {
    const path = join(folder, `${name} ${n}`);
    const known: Acknowledged[] = [];
    const jobs = alternatives[(n / ROUNDS_PER_BOOK) % alternatives.length] ?? [];
    for (let i = n; i < Math.min(count, n + ROUNDS_PER_BOOK); i++) {
      await round(path, jobs, known);
      kills += jobs.length;
    }
    if (jobs.includes('makes backups')) verifyBackup(path);
    batches += known.length;
    rmSync(path, { recursive: true });
  }
  expect(batches).toBeGreaterThan(count);
  figure(`${kills} kills, ${name}`, `${batches} batches acknowledged, each stored once`);
}

/** A backup that was interrupted is continued by the next one. */
function verifyBackup(path: string): void {
  const copy = `${path}.backup`;
  if (existsSync(join(copy, 'catalog.db'))) expect(checkBook(copy)).toEqual([]);
  backupBook(path, copy);
  expect(checkBook(copy)).toEqual([]);
  expect(unlistedFiles(copy).filter((file) => file !== '.gitignore')).toEqual([]);
  rmSync(copy, { recursive: true });
}

const timeout = 60_000 + KILLS * 5000;

test.each(ALONE)(
  'the book of a process that %s is intact after each kill, with every acknowledged batch',
  { timeout },
  (job) => rounds(job, Math.ceil(KILLS / 9), [[job]]),
);

test('so is the book of four processes', { timeout }, () =>
  rounds('four processes', Math.ceil(KILLS / 9), TOGETHER),
);
