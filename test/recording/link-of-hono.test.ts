import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePorts } from '../support/free-ports.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Hono apps learn their server from their first request. Prints what is on stderr before and after it. */
const APP = `
  import { once } from 'node:events';
  import { createServer } from 'node:http';
  import { serve } from '@hono/node-server';
  import { Hono } from 'hono';
  import { gatebook } from 'gatebook/hono';
  const { METRICS, PORT, STORAGE } = process.env;
  const app = new Hono();
  app.get('/', (c) => c.text('Hello'));
  const book = gatebook(app, { storage: STORAGE });
  const metrics = METRICS ? createServer((request, response) => response.end()).listen(Number(METRICS)) : null;
  if (metrics) await once(metrics, 'listening');
  const server = serve({ fetch: app.fetch, port: Number(PORT) });
  await once(server, 'listening');
  console.error('request');
  await fetch('http://localhost:' + PORT);
  await book.close();
  server.closeAllConnections();
  server.close();
  metrics?.close();
`;

async function stderrOf(env: NodeJS.ProcessEnv): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-hono-'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', APP], {
    cwd: ROOT,
    env: {
      ...process.env,
      GATEBOOK_KEY: 'k'.repeat(22),
      NODE_ENV: 'development',
      STORAGE: `sqlite:${folder}`,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  await once(child, 'close');
  rmSync(folder, { recursive: true });
  // The folder for temporary files may be in memory, which is said too.
  return stderr.replaceAll(`#key=${'k'.repeat(22)}`, '').replace(/^gatebook: The book is in .*\n/m, '');
}

test('a Hono app prints its link when its server listens, not after the first request', async () => {
  const [port] = await freePorts(1);
  expect(await stderrOf({ PORT: String(port) })).toBe(
    `gatebook: Profile Search: http://localhost:${port}/_profiler\nrequest\n`,
  );
});

test('a server of something else that listens first is corrected with the first request', async () => {
  const [port, metrics] = await freePorts(2);
  expect(await stderrOf({ PORT: String(port), METRICS: String(metrics) })).toBe(
    `gatebook: Profile Search: http://localhost:${metrics}/_profiler\nrequest\n` +
      `gatebook: Profile Search: http://localhost:${port}/_profiler\n`,
  );
});
