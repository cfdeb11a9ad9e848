import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../support/free-ports.ts';

const ROOT = join(import.meta.dirname, '../../..');
const REGISTER = pathToFileURL(join(ROOT, 'dist/register.js')).href;

/** A shop with two mistakes: a query for each order, and an invoice that expects every order to exist. */
const SOURCE = `import { DatabaseSync } from 'node:sqlite';
import express from 'express';

const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL); CREATE TABLE lines (order_id INTEGER, name TEXT)');
for (let id = 1; id <= 20; id++) db.exec(\`INSERT INTO orders VALUES (\${id}, \${id}.5); INSERT INTO lines VALUES (\${id}, 'mug')\`);
const app = express();
app.get('/orders', (request, response) => {
  const orders = db.prepare('SELECT * FROM orders').all();
  for (const order of orders) order.lines = db.prepare('SELECT * FROM lines WHERE order_id = ?').all(order.id);
  response.json(orders);
});
app.get('/invoice/:id', (request, response) => {
  const order = db.prepare('SELECT * FROM orders WHERE id = ?').get(request.params.id);
  response.json({ total: order.total.toFixed(2) });
});
app.get('/report', (request, response) => setTimeout(() => response.json({}), 550));
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
`;

export const N_PLUS_ONE = "order.lines = db.prepare('SELECT * FROM lines WHERE order_id = ?').all(order.id);";
export const EXCEPTION = 'order.total.toFixed(2)';

export interface AgentApp {
  /** Where the agent works. */
  readonly folder: string;
  readonly url: string;
  /** The line of the source that has this text. */
  lineOf(text: string): string;
  /** Corrects both mistakes, and restarts. */
  fix(): Promise<void>;
  stop(): Promise<void>;
}

/** An app in a folder of its own that records with gatebook/register, and has answered some requests. */
export async function startAgentApp(): Promise<AgentApp> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-agent-'));
  const file = join(folder, 'shop.mjs');
  writeFileSync(file, SOURCE);
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }\n');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['express', 'gatebook'])
    symlinkSync(
      name === 'gatebook' ? ROOT : join(ROOT, 'node_modules', name),
      join(folder, 'node_modules', name),
    );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child = await start(folder, port);
  for (const path of ['/orders', '/invoice/1', '/invoice/2', '/report', '/invoice/99'])
    await fetch(url + path);
  await recorded();
  return {
    folder,
    url,
    lineOf: (text) => {
      const before = readFileSync(file, 'utf8').split(text)[0] ?? '';
      return `shop.mjs:${before.split('\n').length}`;
    },
    async fix() {
      await stop(child);
      const fixed = SOURCE.replace(/ {2}const orders = [\s\S]*?order\.id\);\n/, JOINED).replace(
        '  response.json({ total',
        "  if (!order) return response.status(404).json({ error: 'no such order' });\n  response.json({ total",
      );
      writeFileSync(file, fixed);
      child = await start(folder, port);
    },
    async stop() {
      await stop(child);
      rmSync(folder, { recursive: true });
    },
  };
}

const JOINED = `  const orders = db.prepare('SELECT id, total, name FROM orders JOIN lines ON order_id = id').all();
`;

/** An app writes every 200 ms. */
const recorded = () => new Promise((resolve) => setTimeout(resolve, 600));

async function start(folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [`--import=${REGISTER}`, 'shop.mjs'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      GATEBOOK_KEY: undefined,
      GATEBOOK_STORAGE: undefined,
      NODE_ENV: undefined,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

function stop(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  return ended;
}
