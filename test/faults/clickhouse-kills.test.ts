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
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

/** `npm run faults:clickhouse` kills two hundred times, and copies a million profiles. */
const KILLS = Number(process.env.KILLS ?? 4);
const COPIED = Number(process.env.COPIED ?? 6000);
const COPY_KILLS = Number(process.env.COPY_KILLS ?? 2);

const folder = mkdtempSync(join(tmpdir(), 'gatebook-kills-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a script, kills it a while after its first word, and tells what it had said. */
async function killed(script: string, args: readonly string[], after: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'close'), sleep(20_000)]);
  await Promise.race([once(child, 'close'), sleep(after)]);
  const ended = child.exitCode !== null ? Promise.resolve() : once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  return said.split('\n').slice(0, -1);
}

test(`killed while writing to chdb: ${KILLS} times, and sent again, every batch is there once, and whole`, {
  timeout: 30_000 + KILLS * 5000,
}, async () => {
  const storage = `chdb:${join(folder, 'writing')}`;
  let next = 0;
  for (let n = 0; n < KILLS; n++) {
    const acknowledged = await killed('write-clickhouse.ts', [storage, String(next)], Math.random() * 400);
    next = Number(acknowledged.at(-1) ?? next - 1) + 1;
  }
  // What was under way at the last kill is sent again, too.
  await killed('write-clickhouse.ts', [storage, String(next)], 0);
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
  expect(next).toBeGreaterThan(KILLS);
});

test(`a copy of ${COPIED} profiles, killed and resumed ${COPY_KILLS} times, has the same tokens and pages`, {
  timeout: 60_000 + COPIED,
}, async () => {
  const from = `sqlite:${join(folder, 'book.db')}`;
  const to = `chdb:${join(folder, 'copy')}`;
  await fill(from);
  for (let n = 0; n < COPY_KILLS; n++) {
    const said = await killed(
      'copy-book.ts',
      [from, to, String(COPIED / 50)],
      Math.random() * (COPIED / 200 + 300),
    );
    expect(said).not.toContain('done');
  }
  expect(await killed('copy-book.ts', [from, to, String(COPIED / 50)], 600_000)).toContain('done');

  const [a, b] = await Promise.all([openStore(from), openStore(to, { create: false })]);
  const same = async <T>(ask: (store: Store) => Promise<T>) => expect(await ask(b)).toEqual(await ask(a));
  expect(b.tokens.key).toEqual(a.tokens.key);
  await same((store) => store.count([], 10_000_000));
  await same((store) => store.survey([], { deadline: 60_000 }));
  const chance = createChance(3);
  for (let n = 0; n < 100; n++) {
    const token = a.tokens.tokenOf(chance.below(COPIED) as Seq);
    await same((store) => store.get(token));
  }
  for (let page = await a.search({ ...EVERYTHING, limit: 1000 }), n = 0; page.older && n < 200; n++) {
    const criteria = { ...EVERYTHING, limit: 1000, cursor: page.older };
    page = await a.search(criteria);
    expect(await b.search(criteria)).toEqual(page);
  }
  // New numbers begin where the old ones ended.
  expect((await b.lease(1)).first).toBe((await a.lease(1)).first);
  await Promise.all([a.close(), b.close()]);
});

async function fill(storage: string): Promise<void> {
  const store = await openStore(storage);
  await store.lease(COPIED);
  let profiles: Profile[] = [];
  for (const profile of traffic({ from: FROM, to: TO, count: COPIED })) {
    profiles.push(profile);
    if (profiles.length < 10_000 && profile.entry.seq < COPIED - 1) continue;
    await store.write({ id: `fill-${profile.entry.seq}`, profiles });
    profiles = [];
  }
  await store.close();
}
