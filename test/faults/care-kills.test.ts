import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { setAside } from '../../src/store/sqlite/maintain/repair.ts';
import { statsOf } from '../../src/store/sqlite/maintain/stats.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { damagePage, sampleAt, writeSampleBook } from '../support/sample-book.ts';
import { TINY_SEGMENTS } from './tiny-segments.ts';

const KILLS = Number(process.env.CARE_KILLS ?? 3);
const SCRIPT = join(import.meta.dirname, 'care-until-killed.ts');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-kills-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the script, kills it at a random moment, and returns the lines it has printed. */
async function runAndKill(args: readonly string[], after: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--no-warnings', SCRIPT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await Promise.race([closed, sleep(Math.random() * after)]);
  child.kill('SIGKILL');
  await closed;
  return output.split('\n').slice(0, -1);
}

test(`a backup that is killed ${KILLS} times while the book is written always opens`, {
  timeout: 60_000 + KILLS * 5000,
}, async () => {
  const [path, to] = [join(folder, 'book'), join(folder, 'backup')];
  const store = await openSqliteStore(path, { create: true, tuning: TINY_SEGMENTS });
  let isDone = false;
  const writing = (async () => {
    for (let n = 0; !isDone; n++) {
      const { first } = await store.lease(5);
      await store.write({ id: `b${n}`, profiles: [0, 1, 2, 3, 4].map((i) => sampleAt(first + i)) });
      if (n % 40 === 39) await store.retain({ entries: 200 });
      await sleep(1);
    }
  })();
  while (statsOf(path).entries < 100) await sleep(50);
  let complete = 0;
  // At least one backup has to get to its end, however busy the machine is.
  for (let n = 0; n < KILLS || complete === 0; n++) {
    complete += (await runAndKill(['backup', path, to], 600 * (1 + n / KILLS))).length - 1;
    if (!existsSync(bookFolder(to).catalog)) continue;
    expect(checkBook(to)).toEqual([]);
    expect(statsOf(to).entries).toBeGreaterThan(0);
  }
  isDone = true;
  await writing;
  await store.close();
});

test(`a check that is killed ${KILLS} times while it sets segments aside can be run again`, {
  timeout: 60_000 + KILLS * 5000,
}, async () => {
  const original = join(folder, 'original');
  await writeSampleBook(original);
  const { closed, live } = bookFolder(original);
  truncateSync(closed(1, 0), 20_000);
  damagePage(closed(2, 0), 'columns', 1);
  truncateSync(live(4), 4096);
  for (let n = 0; n < KILLS; n++) {
    const path = join(folder, `damaged-${n}`);
    cpSync(original, path, { recursive: true });
    await runAndKill(['check', path], 300);
    for (const { segment } of checkBook(path)) if (segment) setAside(path, segment);
    expect(checkBook(path)).toEqual([]);
    expect(statsOf(path).entries).toBe(1500);
    rmSync(path, { recursive: true });
  }
});
