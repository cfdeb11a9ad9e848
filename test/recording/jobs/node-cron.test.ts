import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { Gatebook } from '../../../src/gatebook.ts';
import { gatebook } from '../../../src/http.ts';
import { note } from '../../../src/index.ts';
import { installLibrary, LOADS } from '../../support/query-app.ts';

const require = createRequire(import.meta.url);
const cron: typeof import('node-cron') = require('node-cron');
let book: Gatebook;
afterEach(() => book.close());

async function profiles() {
  const { entries } = await book.search('');
  return Promise.all(entries.map(async ({ token }) => await book.get(token)));
}

test('an execution is a profile; its result and its error are the same', async () => {
  const silent = { info() {}, warn() {}, error() {}, debug() {} };
  const error = new RangeError('no invoices');
  const before = cron.createTask('*/5 * * * *', (context) => {
    note('reason', context.execution?.reason);
    return 'sent';
  });
  book = gatebook(createServer(), { storage: 'memory:', key: 'key-of-the-tests-1' });
  const after = cron.createTask('0 3 * * *', () => Promise.reject(error), {
    name: 'nightly',
    logger: silent,
  });
  expect(cron.getTasks().size).toBe(2);
  const [found] = cron.getTasks().values();
  const onMatch = Reflect.get(Object(found), 'runner').onMatch;
  expect(await before.execute()).toBe('sent');
  expect(await after.execute().catch((caught: unknown) => caught)).toBe(error);
  expect(
    (await profiles()).map((profile) => [
      profile?.kind,
      profile?.operation,
      profile?.status,
      profile?.error,
      profile?.detail?.exception?.message,
    ]),
  ).toEqual([
    ['job', 'nightly', 500, 'RangeError', 'no invoices'],
    ['job', 'cron */5 * * * *', 200, '', undefined],
  ]);
  expect((await profiles())[1]?.detail?.notes).toEqual([{ key: 'reason', value: 'invoked' }]);
  await book.close();
  expect(Reflect.get(Object(found), 'runner').onMatch).toBe(onMatch);
  expect(await before.execute()).toBe('sent');
  for (const task of [before, after]) task.destroy();
});

const APP = `
  import { createServer } from 'node:http';
  import { createRequire } from 'node:module';
  import { gatebook } from '${pathToFileURL(join(import.meta.dirname, '../../../dist/http.js')).href}';
`;

/** Runs an app whose tasks run every second, and one that is called. Returns what was recorded of each. */
async function runApp(installedAs: string, load: (typeof LOADS)[number]): Promise<unknown> {
  const folder = installLibrary('node-cron', installedAs);
  const [how, when] = load.split(' ');
  const loading = {
    require: "const lib = createRequire(import.meta.url)('node-cron');",
    'import before': "import * as lib from 'node-cron';",
    'import after': "const lib = await import('node-cron');",
  };
  const line = how === 'require' ? loading.require : loading[load as 'import before' | 'import after'];
  const file = join(folder, 'app.mjs');
  writeFileSync(
    file,
    `${APP}
    ${when === 'before' ? line : ''}
    const book = gatebook(createServer(), { storage: 'memory:', key: 'key-of-the-tests-1' });
    ${when === 'after' ? line : ''}
    const cron = lib.default ?? lib;
    cron.schedule('* * * * * *', async () => 'done', { name: 'tick' });
    cron.schedule('* * * * * *', function named() { throw new TypeError('no'); });
    setTimeout(async () => {
      const { entries } = await book.search('');
      const seen = entries.map(({ kind, operation, status, error }) => [kind, operation, status, error].join(' '));
      console.log('RESULT' + JSON.stringify([...new Set(seen)].sort()));
      process.exit();
    }, 2200);`,
  );
  const limits = { timeout: 15_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder, ...limits });
  rmSync(folder, { recursive: true });
  book = gatebook(createServer(), { storage: 'memory:', key: 'key-of-the-tests-1' });
  return JSON.parse(/RESULT(.*)/.exec(stdout)?.[1] ?? '');
}

test('scheduled tasks of versions 3 and 4, however they are loaded', async () => {
  const runs = [
    ...LOADS.map((load) => ['node-cron', load]),
    ['node-cron3', 'import before'],
    ['node-cron3', 'require after'],
  ];
  const results = await Promise.all(
    runs.map(([installedAs = '', load]) => runApp(installedAs, load as (typeof LOADS)[number])),
  );
  runs.forEach(([installedAs], n) => {
    const unnamed = installedAs === 'node-cron' ? 'cron * * * * * *' : 'named';
    // No channel reports a static `import` of an ES module, which only version 4 has.
    const isSeen = runs[n]?.join() !== 'node-cron,import before';
    const seen = ['job tick 200 ', `job ${unnamed} 500 TypeError`].sort();
    expect(results[n], runs[n]?.join()).toEqual(isSeen ? seen : []);
  });
});
