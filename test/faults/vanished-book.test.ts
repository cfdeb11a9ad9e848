import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { readKeyFile } from '../../src/serve/access/key-file.ts';
import { openWriter } from '../../src/store/sqlite/book.ts';
import { backupBook } from '../../src/store/sqlite/maintain/backup.ts';
import { onThisThread } from '../../src/store/sqlite/threads.ts';
import { figure } from '../support/figure.ts';
import { filesOf, readEntries } from '../support/read-book.ts';
import { gatebookWith } from '../support/run-cli-later.ts';
import { type SteadyApp, startSteadyApp } from './steady-requests.ts';

const OTHER_USER = 65_534;
const NOTICED_MS = 2000;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-vanished-app-'));
// Another user must get through it.
chmodSync(folder, 0o711);
const apps: SteadyApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.kill();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(path: string, uid?: number): Promise<SteadyApp> {
  const app = await startSteadyApp(path, uid);
  apps.push(app);
  await until(5000, async () => (await numbersIn(path)).length > 50);
  return app;
}

/** The numbers of the requests that another process finds, in order. */
async function numbersIn(path: string): Promise<number[]> {
  const reader = onThisThread('reader', { path, create: false });
  try {
    const entries = await readEntries({ search: (...args) => reader.call('search', [args[0]], args[1]) });
    return entries.map(({ url }) => Number(/\/n(\d+)$/.exec(url)?.[1])).sort((a, b) => a - b);
  } catch {
    // There is no book at this moment.
    return [];
  } finally {
    await reader.close();
  }
}

/** Returns after how many milliseconds it was so. */
async function until(ms: number, isSo: () => Promise<boolean>): Promise<number> {
  const begin = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begin > ms) throw new Error(`not within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - begin;
}

const isWritten = (app: SteadyApp) => async () => (await app.stats()).held === 0;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

const VANISHED = /^gatebook: The book at \S+ was deleted, moved or replaced\. .*Your app is not affected\.$/;
const DENIED =
  /^gatebook: No permission to use the book at \S+\. Let the user .* Requests are kept in memory/;
const WORKS_AGAIN = /^gatebook: Writing works again\.$/;

describe('a book that vanishes under a running app is noticed, and requests go to the one that is there now', () => {
  const WAYS: readonly [string, (path: string) => void][] = [
    ['deleted', (path) => execFileSync('rm', ['-rf', path])],
    ['renamed', (path) => renameSync(path, `${path}-before`)],
    [
      'replaced by a backup of itself',
      (path) => {
        renameSync(path, `${path}-before`);
        renameSync(`${path}-backup`, path);
      },
    ],
    ['without its segments', (path) => rmSync(join(path, 'segments'), { recursive: true })],
  ];
  test.each(WAYS)('%s', async (name, vanish) => {
    const path = join(folder, name.replaceAll(' ', '-'));
    const app = await start(path);
    if (name.includes('backup')) backupBook(path, `${path}-backup`);
    vanish(path);
    const first = app.next();
    const noticed = await until(NOTICED_MS, async () => (await numbersIn(path)).some((n) => n >= first));
    await app.quiet();
    await until(5000, isWritten(app));
    expect(app.wrong()).toBe(0);
    expect(app.said()).toEqual([expect.stringMatching(VANISHED), expect.stringMatching(WORKS_AGAIN)]);
    const sent = app.next();
    expect(await app.stats()).toMatchObject({ recorded: sent, stored: sent, dropped: 0, held: 0 });
    // What was sent later is there, each once; what is not there was stored before.
    const found = await numbersIn(path);
    expect(found.filter((n) => n >= first)).toEqual(range(first, sent));
    expect(new Set(found).size).toBe(found.length);
    if (readdirSync(folder).includes(`${name}-before`.replaceAll(' ', '-')))
      expect([...new Set([...(await numbersIn(`${path}-before`)), ...found])].sort((a, b) => a - b)).toEqual(
        range(0, sent),
      );
    figure(`book ${name}: found again`, `${Math.round(noticed)} ms`);
  });
});

test('after the book was deleted, the key of the app opens the page as before, and `gatebook open` finds it', async () => {
  const path = join(folder, 'with-page');
  const app = await start(path);
  const file = readKeyFile(join(path, 'key'));
  const visit = () =>
    fetch(`http://127.0.0.1:${app.port}/_profiler/`, { headers: { authorization: `Bearer ${file?.key}` } });
  await app.quiet();
  await until(5000, isWritten(app));
  rmSync(path, { recursive: true });
  // The page must not start a book: it would have other tokens than those that the app has given out.
  await visit().then((page) => page.text());
  await fetch(`http://127.0.0.1:${app.port}/n${app.next()}`);
  await until(NOTICED_MS, async () => (await numbersIn(path)).includes(app.next()));
  await until(5000, isWritten(app));
  expect(app.said()).toEqual([expect.stringMatching(VANISHED), expect.stringMatching(WORKS_AGAIN)]);
  const page = await visit();
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`/n${app.next()}`);
  expect(readKeyFile(join(path, 'key'))).toEqual(file);
  const { stdout } = await gatebookWith({ GATEBOOK_KEY: '' }, folder, 'open', '--storage', `sqlite:${path}`);
  expect(stdout).toBe(`${file?.url}#key=${file?.key}\n`);
});

test('a book that was replaced by another one is not written: requests are held, then counted as dropped', async () => {
  const path = join(folder, 'replaced');
  await openWriter({ path: join(folder, 'other'), create: true }).close();
  const app = await start(path);
  renameSync(path, `${path}-before`);
  renameSync(join(folder, 'other'), path);
  await until(NOTICED_MS, async () => app.said().length > 0);
  const sent = app.next();
  await until(5000, async () => app.next() > sent + 100);
  const stats = await app.close();
  expect(app.wrong()).toBe(0);
  expect(app.said()[0]).toMatch(
    /^gatebook: The book at \S+ was replaced by another one\. Restart the app to record into it\. /,
  );
  expect(app.said().slice(1)).toEqual([expect.stringMatching(/dropped/)]);
  const { recorded, stored, dropped, held } = stats;
  expect({ recorded, held, sum: stored + dropped }).toEqual({
    recorded: app.next(),
    held: 0,
    sum: app.next(),
  });
  expect(await numbersIn(path)).toEqual([]);
  // The batch of this moment was written, and then counted as dropped.
  const before = await numbersIn(`${path}-before`);
  expect(before).toEqual(range(0, before.length));
  expect(before.length).toBeGreaterThanOrEqual(stored);
});

describe.runIf(process.getuid?.() === 0)('an app of a user who loses the permission', () => {
  function bookOfNobody(name: string): string {
    const home = join(folder, name);
    mkdirSync(home);
    chownSync(home, OTHER_USER, OTHER_USER);
    return join(home, 'book');
  }

  async function expectAllFound(app: SteadyApp, path: string): Promise<void> {
    await app.quiet();
    await until(5000, isWritten(app));
    const sent = app.next();
    expect(app.wrong()).toBe(0);
    expect(await app.stats()).toMatchObject({ recorded: sent, stored: sent, dropped: 0, held: 0 });
    expect(await numbersIn(path)).toEqual(range(0, sent));
  }

  test('to the folder of its book holds requests, and writes each once when it may again', async () => {
    const path = bookOfNobody('folder');
    const app = await start(path, OTHER_USER);
    chmodSync(path, 0o000);
    await until(NOTICED_MS, async () => app.said().length > 0);
    const { stored } = await app.stats();
    const sent = app.next();
    await until(5000, async () => app.next() > sent + 200);
    expect((await app.stats()).stored).toBe(stored);
    expect(app.said()).toEqual([expect.stringMatching(DENIED)]);
    chmodSync(path, 0o700);
    await until(5000, async () => app.said().length > 1);
    expect(app.said()[1]).toMatch(WORKS_AGAIN);
    await expectAllFound(app, path);
  });

  test('to the files of its book goes on writing those that it has open', async () => {
    const path = bookOfNobody('files');
    const app = await start(path, OTHER_USER);
    for (const file of filesOf(path)) chmodSync(file, 0o000);
    const first = app.next();
    await until(NOTICED_MS, async () => (await numbersIn(path)).some((n) => n >= first));
    await expectAllFound(app, path);
    expect(app.said()).toEqual([]);
  });

  test('to the folder that its deleted book was in says so, and counts requests as dropped when it ends', async () => {
    const path = bookOfNobody('parent');
    const app = await start(path, OTHER_USER);
    chmodSync(join(path, '..'), 0o555);
    rmSync(path, { recursive: true });
    const first = app.next();
    await until(NOTICED_MS, async () => app.said().some((line) => DENIED.test(line)));
    const { recorded, stored, dropped, held } = await app.close();
    expect(app.wrong()).toBe(0);
    // If a lease was refused first, there is no write that says that the book was deleted.
    expect(app.said().filter((line) => !VANISHED.test(line))).toEqual([
      expect.stringMatching(DENIED),
      expect.stringMatching(/^gatebook: No permission to use the book at .* dropped/),
    ]);
    expect(new Set(app.said()).size).toBe(app.said().length);
    expect({ recorded, held }).toEqual({ recorded: app.next(), held: 0 });
    expect(stored + dropped).toBe(recorded);
    expect(dropped).toBeGreaterThanOrEqual(app.next() - first);
  });
});
