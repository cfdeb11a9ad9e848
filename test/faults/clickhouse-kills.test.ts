import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { FROM, TO } from '../../bench/store/build.ts';
import { createChance, traffic } from '../../bench/traffic.ts';
import type { Profile } from '../../src/profile/profile.ts';
import type { Seq } from '../../src/profile/token.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { openEngine } from '../../src/store/clickhouse/open-clickhouse.ts';
import { openStore, sqlitePath } from '../../src/store/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import type { Store } from '../../src/store/store.ts';

/** `npm run faults:clickhouse` kills 200 times and copies a million profiles. */
const KILLS = Number(process.env.KILLS ?? 2);
const COPIED = Number(process.env.COPIED ?? 1000);
const COPY_KILLS = Number(process.env.COPY_KILLS ?? 1);
/** Each takes a tenth of a second or more, however small it is. */
const BATCHES = Math.min(50, COPIED / 100);

const folder = mkdtempSync(join(tmpdir(), 'gatebook-kills-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script, kills it `after` ms after its first output, and returns the lines it printed. */
async function runAndKill(script: string, args: readonly string[], after: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'close'), sleep(20_000)]);
  await Promise.race([once(child, 'close'), sleep(after)]);
  const ended = child.exitCode !== null ? Promise.resolve() : once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  return output.split('\n').slice(0, -1);
}

test(`stores every batch once and complete when killed ${KILLS} times while writing to chdb`, {
  timeout: 30_000 + KILLS * 5000,
}, async () => {
  const storage = `chdb:${join(folder, 'writing')}`;
  let next = 0;
  for (let n = 0; n < KILLS; n++) {
    const acknowledged = await runAndKill(
      'write-clickhouse.ts',
      [storage, String(next)],
      Math.random() * 400,
    );
    next = Number(acknowledged.at(-1) ?? next - 1) + 1;
  }
  // Send the batch of the last kill again, too.
  await runAndKill('write-clickhouse.ts', [storage, String(next)], 0);
  const { engine } = await openEngine(storage, false);
  for (const table of ['entries', 'details']) {
    const batches = await engine.read(
      `SELECT substring(host, 2) AS batch, count(), uniqExact(seq) FROM ${table} GROUP BY batch`,
    );
    expect(batches.length).toBeGreaterThanOrEqual(next);
    expect(
      batches.filter(([batch, rows, seqs]) => Number(batch) < next && (rows !== 50 || seqs !== 50)),
    ).toEqual([]);
  }
  await engine.close();
  // At least one batch was acknowledged before each kill.
  expect(next).toBeGreaterThanOrEqual(KILLS);
});

test(`a copy of ${COPIED} profiles has the same tokens and pages when killed and resumed ${COPY_KILLS} times`, {
  timeout: 60_000 + COPIED,
}, async () => {
  const from = `sqlite:${join(folder, 'book')}`;
  const to = `chdb:${join(folder, 'copy')}`;
  await fill(from);
  for (let n = 0; n < COPY_KILLS; n++) {
    const lines = await runAndKill(
      'copy-book.ts',
      [from, to, String(COPIED / BATCHES)],
      Math.random() * (COPIED / 200 + 300),
    );
    expect(lines).not.toContain('done');
  }
  expect(await runAndKill('copy-book.ts', [from, to, String(COPIED / BATCHES)], 600_000)).toContain('done');

  const [a, b] = await Promise.all([openStore(from), openStore(to, { create: false })]);
  const expectSame = async <T>(query: (store: Store) => Promise<T>) =>
    expect(await query(b)).toEqual(await query(a));
  expect(b.tokens.key).toEqual(a.tokens.key);
  await expectSame((store) => store.count([], 10_000_000));
  await expectSame((store) => store.survey([], { deadline: 60_000 }));
  const chance = createChance(3);
  for (let n = 0; n < Math.min(100, COPIED / 50); n++) {
    const token = a.tokens.tokenOf(chance.below(COPIED) as Seq);
    await expectSame((store) => store.get(token));
  }
  for (let page = await a.search({ ...EVERYTHING, limit: 1000 }), n = 0; page.older && n < 200; n++) {
    const criteria = { ...EVERYTHING, limit: 1000, cursor: page.older };
    page = await a.search(criteria);
    expect(await b.search(criteria)).toEqual(page);
  }
  // New leases start where the old ones ended.
  expect((await b.lease(1)).first).toBe((await a.lease(1)).first);
  await Promise.all([a.close(), b.close()]);
});

/** Some of the segments are closed, others are full, and the last is live. */
async function fill(storage: string): Promise<void> {
  const segment = { ...TUNING.segment, entries: COPIED / 6 };
  const store = await openSqliteStore(sqlitePath(storage), { create: true, tuning: { ...TUNING, segment } });
  await store.lease(COPIED);
  let profiles: Profile[] = [];
  for (const profile of traffic({ from: FROM, to: TO, count: COPIED })) {
    profiles.push(profile);
    if (profiles.length < COPIED / 20 && profile.entry.seq < COPIED - 1) continue;
    await store.write({ id: `fill-${profile.entry.seq}`, profiles });
    profiles = [];
    if (profile.entry.seq === COPIED / 2 - 1) await store.closeSegments();
  }
  await store.close();
}
