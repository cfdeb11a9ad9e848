import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { checkBook } from '../../src/store/sqlite/maintenance.ts';
import { makeVersion1 } from './version-1.ts';

/** `npm run faults:store` kills 200 times. */
const KILLS = Number(process.env.KILLS ?? 9);
const SCRIPT = join(import.meta.dirname, 'write-until-killed.ts');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-kills-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a writer, kills it at a random moment, and returns the batches it has acknowledged. */
async function writeUntilKilled(path: string, first: number, mode: string): Promise<number[]> {
  const child = spawn(process.execPath, [SCRIPT, path, String(first), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  if (mode !== 'migrating') await Promise.race([once(child.stdout, 'data'), sleep(5000)]);
  await sleep(Math.random() * (mode === 'migrating' ? 700 : 300));
  child.kill('SIGKILL');
  await once(child, 'close');
  return output.split('\n').slice(0, -1).map(Number);
}

function batchesIn(path: string): Map<number, number> {
  const db = new DatabaseSync(path);
  const rows = db.prepare(
    `SELECT substr(dim.host, 2) AS batch, count(*) AS n FROM entries e JOIN dimensions dim ON dim.id = e.dimension
     WHERE dim.host LIKE 'b%' GROUP BY 1`,
  );
  const found = new Map(rows.all().map(({ batch, n }) => [Number(batch), Number(n)]));
  db.close();
  return found;
}

const timeout = 30_000 + KILLS * 2500;

test(`after ${Math.ceil(KILLS / 3)} kills while writing, every acknowledged batch is stored completely and once`, {
  timeout,
}, async () => {
  const path = join(folder, 'writing.db');
  const acknowledged: number[] = [];
  for (let n = 0; n < KILLS / 3; n++) {
    acknowledged.push(...(await writeUntilKilled(path, n * 100_000, '')));
    expect(checkBook(path)).toEqual([]);
  }
  const found = batchesIn(path);
  expect(acknowledged.length).toBeGreaterThan(KILLS / 3);
  expect(acknowledged.filter((batch) => found.get(batch) !== 50)).toEqual([]);
  expect([...found.values()].filter((count) => count !== 50)).toEqual([]);
});

test(`after ${Math.ceil(KILLS / 3)} kills during retention, the book is intact and has its newest batch`, {
  timeout,
}, async () => {
  const path = join(folder, 'retaining.db');
  for (let n = 0; n < KILLS / 3; n++) {
    const newest = (await writeUntilKilled(path, n * 100_000, 'retaining')).at(-1);
    expect(checkBook(path)).toEqual([]);
    if (newest !== undefined) expect(batchesIn(path).get(newest)).toBe(50);
  }
});

test(`after ${Math.ceil(KILLS / 3)} kills during migration, the book opens with all its profiles`, {
  timeout,
}, async () => {
  for (let n = 0; n < KILLS / 3; n++) {
    const path = join(folder, `migrating-${n}.db`);
    makeVersion1(path, 3000);
    const acknowledged = await writeUntilKilled(path, 0, 'migrating');
    const store = await openStore(`sqlite:${path}`);
    const { matches } = await store.count([{ field: 'method', not: false, any: ['TRACE'] }], 10_000);
    await store.close();
    expect(matches).toBe(3000);
    expect(checkBook(path)).toEqual([]);
    const found = batchesIn(path);
    expect(acknowledged.filter((batch) => found.get(batch) !== 50)).toEqual([]);
  }
});
