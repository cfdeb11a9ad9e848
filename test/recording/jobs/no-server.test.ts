import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { gatebook, job, log, subrequest, tag } from '../../../src/index.ts';
import { EVERYTHING, openStore } from '../../../src/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a process without a server records its jobs', async () => {
  const storage = `sqlite:${join(folder, 'worker')}`;
  const book = gatebook({ storage, service: 'mailer' });
  const sent = await book.job('send', async () => {
    tag('billing');
    log('info', 'sending');
    await subrequest('render', () => {});
    return 3;
  });
  expect(sent).toBe(3);
  expect(() =>
    book.job('fail', () => {
      throw new RangeError('too many');
    }),
  ).toThrow('too many');
  const { entries } = await book.search('kind:job');
  expect(entries).toMatchObject([
    { operation: 'fail', status: 500, error: 'RangeError', service: 'mailer' },
    { operation: 'send', status: 200, tags: ['billing'] },
  ]);
  await book.close();
  expect(book.job('after', () => 4)).toBe(4);
  expect(book.stats()).toMatchObject({ recorded: 3, stored: 3, dropped: 0, faults: 0 });
});

test('each book records its own jobs, and the first one those of job()', async () => {
  const [first, second] = [gatebook({ storage: 'memory:' }), gatebook({ storage: 'memory:' })];
  second.job('outer', () => first.job('inner', () => {}));
  first.job('mine', () => {});
  job('any', () => {});
  const operations = async (book: typeof first) =>
    (await book.search('')).entries.map(({ operation, kind }) => `${kind} ${operation}`);
  expect(await operations(first)).toEqual(['job any', 'job mine']);
  expect(await operations(second)).toEqual(['job outer', expect.stringMatching(/^sub /)]);
  await Promise.all([first.close(), second.close()]);
});

test('a book that is switched off runs the function only', async () => {
  vi.stubEnv('GATEBOOK', 'off');
  const book = gatebook({ storage: 'memory:' });
  vi.unstubAllEnvs();
  expect(book.job('send', () => 1)).toBe(1);
  expect(book.stats().recorded).toBe(0);
});

test('a process ends by itself, and its last job is stored', async () => {
  const storage = `sqlite:${join(folder, 'ends')}`;
  const entry = join(import.meta.dirname, '../../../src/index.ts');
  const script = `import { gatebook } from ${JSON.stringify(entry)};
    gatebook({ storage: ${JSON.stringify(storage)} }).job('last', () => {});`;
  execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], { timeout: 20_000 });
  const store = await openStore(storage, { create: false });
  expect((await store.search(EVERYTHING)).entries).toMatchObject([{ operation: 'last' }]);
  await store.close();
});
