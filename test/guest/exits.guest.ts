import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { figure } from '../support/figure.ts';
import { readEntries } from '../support/read-book.ts';
import { sendRequest } from '../support/request.ts';
import { allCells, type Cell, someCells } from './exit-cells.ts';

const ROOT = join(import.meta.dirname, '../..');
const APP = join(import.meta.dirname, 'apps/exits/app.js');
const NEST = join(import.meta.dirname, 'apps/exits/nest.js');
const VERSIONS = ['node22', 'node24', 'node'];
const FAST = 5;
const AT_ONCE = 4;
const isFull = process.env.GUEST === 'full';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-exits-'));
afterAll(() => rmSync(folder, { recursive: true }));

let done = 0;
afterAll(() => figure('exits', `${done} of ${cells.length} cells as without Gatebook`));

const cells = (isFull ? VERSIONS : VERSIONS.slice(-1)).flatMap((node) =>
  (isFull ? allCells() : someCells()).map((cell) => ({ node, cell })),
);
// How a signal is handled depends on functions inside of Node.
if (!isFull)
  for (const node of VERSIONS.slice(0, -1))
    for (const cell of someCells().slice(0, 4)) cells.push({ node, cell });

for (let n = 0; n < cells.length; n += AT_ONCE)
  test(`apps end as without Gatebook, and what they answered is in the book (${n})`, async () => {
    const group = cells.slice(n, n + AT_ONCE);
    const results = await Promise.all(group.map(({ node, cell }) => compare(node, cell)));
    for (const { name, without, recorded, missing } of results) {
      expect(recorded, name).toEqual(without);
      expect(missing, name).toEqual([]);
      done++;
    }
  });

test('in a terminal, Ctrl+C ends an app whose event loop is blocked', async () => {
  const cell = JSON.stringify({ thread: 'main', storage: `sqlite:${join(folder, 'terminal')}` });
  const app = spawn('script', ['-qec', `'${process.execPath}' '${APP}' '${cell}'`, '/dev/null'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = once(app, 'close');
  const read = outputOf(app);
  const [port] = await ready(app, read);
  await sendRequest(port, '/end?by=block');
  while (!read().output.some((line) => line.startsWith('blocked'))) await sleep(10);
  app.stdin.write('\x03');
  expect((await exited)[0]).toBe(130);
});

test('Nest answers what is in progress, runs its shutdown hooks, and ends by the signal', async () => {
  async function end(storage: string[]) {
    const app = spawn(process.execPath, [NEST, ...storage], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(app, 'close');
    const read = outputOf(app);
    const [port] = await ready(app, read);
    const slow = sendRequest(port, '/slow', { headers: { connection: 'close' } });
    await sendRequest(port, '/fast');
    app.kill('SIGTERM');
    const { status, body } = await slow;
    return { exited: await exited, slow: [status, body], ...read(), ready: true };
  }
  const path = join(folder, 'nest');
  const [without, recorded] = await Promise.all([end([]), end([`sqlite:${path}`])]);
  expect(without).toMatchObject({ exited: [null, 'SIGTERM'], slow: [200, 'slow'], errors: '' });
  expect(without.output).toContain('shutdown SIGTERM');
  expect(recorded).toEqual(without);
  expect([...(await entriesIn(path))].sort()).toEqual(['/fast', '/slow']);
});

async function compare(node: string, cell: Cell) {
  const name = `${node} ${Object.values(cell).join(', ')}`;
  const path = join(folder, name.replaceAll(/[^\w]+/g, '-'));
  const [without, recorded] = await Promise.all([run(node, cell, null), run(node, cell, `sqlite:${path}`)]);
  const entries = await entriesIn(path);
  const missing = recorded.answered.filter((url) => !entries.includes(url));
  return { name, without: withoutUrls(without), recorded: withoutUrls(recorded), missing };
}

interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly slow: string;
  readonly afterwards: string;
  readonly output: readonly string[];
  readonly errors: string;
  /** The paths that were answered. */
  readonly answered: readonly string[];
}

function withoutUrls({ answered, ...run }: Run): object {
  return { ...run, answered: answered.filter((path) => !path.startsWith('/open/')).length };
}

/** Starts the app, sends requests, ends it as the cell says and returns all that can be seen of it. */
async function run(node: string, cell: Cell, storage: string | null): Promise<Run> {
  const app = spawn(
    join(ROOT, 'node_modules', node, 'bin/node'),
    [APP, JSON.stringify({ ...cell, storage })],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  );
  const exited = once(app, 'close');
  const read = outputOf(app);
  const [port, pid] = await ready(app, read);
  const answered: string[] = [];
  async function get(path: string): Promise<string> {
    try {
      const { status, body } = await sendRequest(port, path);
      answered.push(path);
      return `${status} ${body}`;
    } catch {
      return 'no answer';
    }
  }

  if (cell.registered === 'inside') await get('/listen');
  const slow = get('/slow');
  for (let n = 0; (await get(`/open/${n}`)) !== '200 1 open'; n++) await sleep(10);
  for (let n = 0; n < FAST; n++) await get(`/fast/${n}`);
  if (storage && cell.thread === 'worker' && !cell.listener) await written(storage, answered);
  if (cell.end) await get(`/end?by=${encodeURIComponent(cell.end)}`);
  else process.kill(pid, cell.signal);
  let afterwards = '';
  if (cell.reaction === 'ignore') {
    afterwards = await get('/answer');
    await slow;
    await get('/end?by=exit');
  }
  const [code, signal] = await exited;
  const { output, errors } = read();
  return { code, signal, slow: await slow, afterwards, output, errors, answered };
}

/** Lines of stdout without the port and pid, and stderr. */
function outputOf(app: ChildProcess) {
  let [output, errors] = ['', ''];
  app.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  app.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  return () => ({
    ready: /ready (\d+) (\d+)/.exec(output),
    output: output.split('\n').filter((line) => !line.startsWith('ready')),
    errors: errors.replaceAll(/\(node:\d+\)/g, '(node)'),
  });
}

async function ready(app: ChildProcess, read: ReturnType<typeof outputOf>): Promise<[number, number]> {
  for (;;) {
    const [, port, pid] = read().ready ?? [];
    if (port && pid) return [Number(port), Number(pid)];
    if (app.exitCode !== null) throw new Error(`The app exited before it was ready: ${read().errors}`);
    await sleep(10);
  }
}

/** A thread that ends with its process loses what was answered in the last 200 ms, or while its writer started. */
async function written(storage: string, answered: readonly string[]): Promise<void> {
  const read = () => entriesIn(storage.slice('sqlite:'.length));
  await expect.poll(read, { timeout: 20_000 }).toEqual(expect.arrayContaining([...answered]));
}

/** The paths in a book. */
async function entriesIn(path: string): Promise<readonly string[]> {
  if (!existsSync(path)) return [];
  const store = await openStore(`sqlite:${path}`, { inThisThread: true });
  const entries = await readEntries(store);
  await store.close();
  return entries.map(({ url }) => url.slice(url.indexOf('/', 'http://'.length)));
}
