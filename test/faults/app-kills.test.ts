import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { figure } from '../support/figure.ts';
import { readEntries } from '../support/read-book.ts';

/** 100 with `npm run faults:record -- --full`. */
const KILLS = Number(process.env.APP_KILLS ?? 3);
/** Covers the requests in the queue and the write in progress. */
const MAX_LOSS_MS = 1000;
const SCRIPT = join(import.meta.dirname, 'app-until-killed.ts');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-app-kills-'));
afterAll(() => rmSync(folder, { recursive: true }));

test(`an app killed ${KILLS} times under load has an intact book and loses at most its last second`, {
  timeout: 30_000 + KILLS * 10_000,
}, async () => {
  const path = join(folder, 'book');
  let missing = 0;
  let oldest = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const app = spawn(process.execPath, ['--no-warnings', SCRIPT, path, String(kill * 1_000_000)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    app.stdout.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
    await once(app.stdout, 'data');
    // On a busy machine it can take a while to open the book.
    await vi.waitFor(() => expect(existsSync(join(path, 'catalog.db'))).toBe(true), { timeout: 10_000 });
    await sleep(1200 + Math.random() * 1500);
    const killedAt = Date.now();
    app.kill('SIGKILL');
    await once(app, 'close');
    expect(checkBook(path)).toEqual([]);
    const found = await requestsIn(path);
    const completed = output
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ').map(Number) as [number, number]);
    expect(completed.length).toBeGreaterThan(100);
    const lost = completed.filter(([n]) => !found.has(n));
    missing += lost.length;
    for (const [, at] of lost) oldest = Math.max(oldest, killedAt - at);
  }
  expect(oldest).toBeLessThan(MAX_LOSS_MS);
  figure(`${KILLS} kills of the app`, `${missing} missing, the oldest ${oldest} ms old`);
});

async function requestsIn(path: string): Promise<Set<number>> {
  const store = await openStore(`sqlite:${path}`, { create: false });
  const entries = await readEntries(store);
  await store.close();
  return new Set(entries.map(({ url }) => Number(url.split('/n/')[1])));
}
