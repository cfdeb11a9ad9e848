import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = promisify(execFile);

/** Imports an entry point, records a request and opens the page, and counts the heavy modules loaded after each step. */
const SCRIPT = `
  import { createServer, get } from 'node:http';
  import { readFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load(url, context, next) { loaded.add(url); return next(url, context); } });
  // The bundler names the packages in comments.
  const heavy = () => [...loaded].filter((url) => url.includes('/dist/') && !url.includes('node_modules') &&
    /^\\/\\/ node_modules\\/(@?hono|zod|d3-scale|commander|@modelcontextprotocol)\\//m.test(readFileSync(new URL(url), 'utf8'))).length;
  const { gatebook } = await import('gatebook/express');
  const imported = heavy();
  const { default: express } = await import('express');
  const app = express();
  const book = gatebook(app, { storage: process.argv[1] });
  const server = createServer(app).listen(0, '127.0.0.1', () => {
    const url = 'http://127.0.0.1:' + server.address().port;
    const request = (path) => new Promise((done) => get(url + path, { headers: { authorization: 'Bearer ' + process.env.GATEBOOK_KEY } }, (response) => response.resume().on('end', done)));
    request('/nowhere').then(() => book.flush()).then(async () => {
      const recorded = heavy();
      await request('/_profiler');
      console.log(JSON.stringify({ imported, recorded, opened: heavy() > 0, stats: book.stats() }));
      server.closeAllConnections();
      server.close();
      await book.close();
    });
  });
`;

test('gatebook/express loads no package that is part of the page or the command before the first page request', async () => {
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '-e',
    SCRIPT,
    `sqlite:${join(folder, 'book.db')}`,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({
    imported: 0,
    recorded: 0,
    opened: true,
    stats: { recorded: 2, stored: 2, dropped: 0, held: 0, faults: 0 },
  });
});

/** Lists the files of this package that are loaded before the app. */
const COUNT = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  process.on('exit', () => console.log(JSON.stringify(loaded.filter((url) => url.includes('/dist/')))));
`;

test('gatebook/register loads little before a server listens', async () => {
  const { stdout } = await run(process.execPath, [
    `--import=data:text/javascript,${encodeURIComponent(COUNT)}`,
    '--import=gatebook/register',
    '-e',
    '',
  ]);
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded.some((url) => url.endsWith('/dist/register.js'))).toBe(true);
  expect(loaded.some((url) => url.endsWith('/dist/process-recorder.js'))).toBe(false);
  const bytes = loaded.reduce((sum, url) => sum + statSync(new URL(url)).size, 0);
  expect(bytes).toBeLessThan(20_000);
});
