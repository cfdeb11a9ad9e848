import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from './deploy/app-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const NODES = [
  process.execPath,
  ...['node22', 'node24'].map((name) => join(ROOT, 'node_modules', name, 'bin/node')),
];

/** With a logger, its messages are of the form that the log of the app has. */
const PINO = `require(${JSON.stringify(join(ROOT, 'node_modules/pino'))})`;
const LISTEN = `
const server = createServer((request, response) => response.end('hello'));
server.listen(process.env.PORT, '127.0.0.1', () => log.info('listening'));
process.on('SIGTERM', () => server.close(() => process.exit()));
`;
const REQUIRE = "const { createServer } = require('node:http');";
const WITH_CODE = `${REQUIRE} const log = ${PINO}(); ${LISTEN} require('gatebook/http').gatebook(server, { logger: log });`;
const WITHOUT_CODE = `${REQUIRE} const log = ${PINO}(); ${LISTEN}`;
const SILENT = `${REQUIRE} const log = { info() {} }; ${LISTEN} require('gatebook/http').gatebook(server);`;

const WAIT = { timeout: 20_000 };

/** In memory, so that there is something to say. */
let memory: string;
beforeAll(() => {
  memory = mkdtempSync('/dev/shm/gatebook-logs-');
});
afterAll(() => rmSync(memory, { recursive: true }));

interface Line {
  readonly level: number;
  readonly msg: string;
}

describe.each(NODES)('the log of an app in production, on %s', (node) => {
  const environment = (name: string) => ({
    NODE_ENV: 'production',
    GATEBOOK_KEY: '',
    GATEBOOK_STORAGE: `sqlite:${join(memory, `${name}-${NODES.indexOf(node)}`)}`,
  });

  test.each([
    ['gatebook() gets its logger', WITH_CODE, []],
    ['gatebook.config.cjs has it', WITHOUT_CODE, ['--import', 'gatebook/register']],
  ] as const)('is JSON in each line where %s', async (what, source, args) => {
    const folder = newFolder();
    writeFileSync(join(folder.path, 'gatebook.config.cjs'), `module.exports = { logger: ${PINO}() };`);
    const app = await folder.start(source, environment(what), [], [node, ...args]);
    await app.get('/x');
    await expect.poll(() => app.output(), WAIT).toContain('tmpfs');
    expect(await app.stop('SIGTERM')).toBe(0);
    const lines = app.output().trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as Line).msg);
    expect(messages).toEqual(
      expect.arrayContaining([
        'listening',
        expect.stringMatching(/^gatebook: Profile Search: http:\S+ \(npx gatebook open prints/),
        expect.stringMatching(/^gatebook: The book is in memory \(tmpfs\): it is lost .*docs\/deploy\.md/),
      ]),
    );
  });

  test('has nothing of Gatebook on stdout, and on stderr one line for each thing', async () => {
    const folder = newFolder();
    const app = await folder.start(SILENT, environment('silent'), [], [node]);
    await app.get('/x');
    await expect.poll(() => app.output(), WAIT).toContain('tmpfs');
    expect(await app.stop('SIGTERM')).toBe(0);
    expect(app.stdout()).toBe('');
    const lines = app.output().trim().split('\n');
    expect(lines.map((line) => line.slice(0, 30)).sort()).toEqual([
      'gatebook: Profile Search: http',
      'gatebook: The book is in memor',
    ]);
  });
});

test('at the first start beside a Dockerfile, the log says that an image would contain the book', async () => {
  const folder = newFolder();
  writeFileSync(join(folder.path, 'Dockerfile'), 'FROM node\nCOPY . .\n');
  const start = () => folder.start(SILENT, { GATEBOOK_STORAGE: '', NODE_ENV: 'development' });
  const first = await start();
  await expect
    .poll(() => first.output(), WAIT)
    .toContain('Add .gatebook to .dockerignore (docs/deploy.md#containers).');
  expect(await first.stop('SIGTERM')).toBe(0);
  const second = await start();
  await second.get('/x');
  // The book is open, and what there is to say was said, when it has the request.
  await expect.poll(async () => (await folder.entries(join(folder.path, '.gatebook'))).length, WAIT).toBe(1);
  expect(second.output()).not.toContain('.dockerignore');
  expect(await second.stop('SIGTERM')).toBe(0);
});
