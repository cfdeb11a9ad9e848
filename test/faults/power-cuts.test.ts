import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { figure } from '../support/figure.ts';
import { type Acknowledged, acknowledgedIn, verifyBook } from './verify-book.ts';

/** `npm run faults:store` cuts the power 100 times. */
const CUTS = Number(process.env.CUTS ?? 2);
/** What was acknowledged longer than this before a power cut is still there after it. */
const MAX_LOSS_MS = 2000;
const CUTS_PER_BOOK = 5;
const SCRIPT = join(import.meta.dirname, 'write-until-killed.ts');
const JOBS = [
  ['writes a little'],
  ['fills one segment'],
  ['closes segments', 'checks the book'],
  ['closes segments', 'deletes by entries'],
];
/** What a collector does. */
const DURABLE = 'writes durably';
const folder = mkdtempSync(join(tmpdir(), 'gatebook-power-'));
let image = join(folder, 'disk');
const mounted = join(folder, 'mounted');
afterAll(() => {
  unmount();
  rmSync(folder, { recursive: true });
});

const mount = () => execFileSync('mount', ['-o', 'loop', image, mounted], { stdio: 'pipe' });

function unmount(): void {
  try {
    execFileSync('umount', [mounted], { stdio: 'pipe' });
  } catch {}
}

/** Why no disk can be mounted here, `null` if one is. */
function prepareDisk(): string | null {
  try {
    writeFileSync(image, '');
    truncateSync(image, 256e6);
    mkdirSync(mounted);
    execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' });
    mount();
    execFileSync('python3', ['-c', 'import fcntl'], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error);
  }
}

/**
 * The disk as it was left, on another device: a container that was started since then has a copy of the mounts, and with it the disk that
 * was cut off.
 */
function mountAgain(): void {
  const last = image;
  image = join(folder, `disk-${Date.now()}`);
  unmount();
  execFileSync('cp', ['--sparse=always', last, image]);
  rmSync(last);
  mount();
}

/**
 * Stops all access to the disk, as a power cut does: what was not synced is lost, and so is the journal in memory. Returns when it began, in
 * ms: a sync that is in progress then may succeed, although nothing more is written, but a machine without power acknowledges nothing.
 */
function cutPower(): number {
  const shutdown = `
import fcntl, os, struct, time
EXT4_IOC_SHUTDOWN, WITHOUT_FLUSH = 0x8004587d, 2
disk = os.open('${mounted}', os.O_RDONLY)
print(time.time() * 1000, flush=True)
fcntl.ioctl(disk, EXT4_IOC_SHUTDOWN, struct.pack('I', WITHOUT_FLUSH))`;
  return Math.floor(Number(execFileSync('python3', ['-c', shutdown], { encoding: 'utf8' })));
}

interface Writer {
  readonly child: ChildProcess;
  output: string;
}

function startWriter(path: string, first: number, job: string): Writer {
  const child = spawn(process.execPath, ['--no-warnings', SCRIPT, path, String(first), job], {
    // After the cut every write fails, which it may report.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const writer = { child, output: '' };
  child.stdout.setEncoding('utf8').on('data', (part) => {
    writer.output += part;
  });
  return writer;
}

async function stop({ child }: Writer): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

interface Book {
  readonly path: string;
  readonly known: Acknowledged[];
  deletes: boolean;
}

/** Writes, cuts the power at a random moment, and verifies what is left. Returns the oldest loss in ms. */
async function cut(book: Book, jobs: readonly string[], n: number): Promise<number> {
  const { path, known } = book;
  const writers = jobs.map((job, i) => startWriter(path, (n * 10 + i + 1) * 100_000, job));
  for (const writer of writers) while (writer.output === '') await sleep(10);
  await sleep(500 + Math.random() * 3000);
  const running = writers.filter(({ child }) => child.exitCode === null);
  expect(running).toHaveLength(writers.length);
  const cutAt = cutPower();
  for (const writer of writers) await stop(writer);
  mountAgain();
  expect(checkBook(path)).toEqual([]);
  book.deletes ||= jobs.includes('deletes by entries');
  const acknowledged = [...known, ...writers.flatMap(({ output }) => acknowledgedIn(output))];
  const lost = await verifyBook(path, acknowledged, {
    deletes: book.deletes,
    mayLose: ({ at }) => at >= cutAt - (jobs.includes(DURABLE) ? 0 : MAX_LOSS_MS),
  });
  const isLost = new Set(lost);
  known.push(...acknowledged.slice(known.length).filter((batch) => !isLost.has(batch)));
  // Where retention deletes, a batch that is missing may have been deleted.
  return book.deletes ? 0 : Math.max(0, ...lost.map(({ at }) => cutAt - at));
}

const reason = prepareDisk();
if (reason !== null)
  console.log(`The tests with power cuts are skipped, because no disk can be mounted: ${reason}`);

test.skipIf(reason !== null)(
  `after ${CUTS} power cuts the book is intact and has lost at most its last two seconds`,
  { timeout: 60_000 + CUTS * 20_000 },
  async () => {
    let oldest = 0;
    let batches = 0;
    for (let n = 0; n < CUTS; n += CUTS_PER_BOOK) {
      const book = { path: join(mounted, `book-${n}`), known: [], deletes: false } satisfies Book;
      for (let i = n; i < Math.min(CUTS, n + CUTS_PER_BOOK); i++)
        oldest = Math.max(oldest, await cut(book, JOBS[i % JOBS.length] ?? [], i));
      batches += book.known.length;
      rmSync(book.path, { recursive: true });
    }
    figure(`${CUTS} power cuts`, `${batches} batches, the oldest loss ${oldest} ms before the cut`);
  },
);

test.skipIf(reason !== null)(
  `after ${CUTS} power cuts a book that is written durably, as by a collector, has all that was acknowledged`,
  { timeout: 60_000 + CUTS * 20_000 },
  async () => {
    const book: Book = { path: join(mounted, 'durable'), known: [], deletes: false };
    for (let n = 0; n < CUTS; n++) expect(await cut(book, [DURABLE], 1000 + n)).toBe(0);
    figure(`${CUTS} power cuts, durable`, `${book.known.length} batches, none lost`);
  },
);
