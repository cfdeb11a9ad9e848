import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { CLI, gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const gatebook = gatebookIn(folder);
afterAll(() => rmSync(folder, { recursive: true }));

test('gatebook demo serves a filled book within 5 seconds, and deletes it at the end', async () => {
  const started = Date.now();
  const child = spawn(process.execPath, [CLI, 'demo'], {
    env: {
      ...process.env,
      TMPDIR: folder,
      GATEBOOK_STORAGE: 'sqlite:/not/used',
      GATEBOOK_KEY: 'not-printed-key-1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  while (!output.includes('Ctrl+C') && Date.now() - started < 15_000) await sleep(20);
  const [, page = '', key = ''] = /Profile Search: (\S+)#key=(\S+)/.exec(output) ?? [];
  expect(output).not.toContain('not-printed-key-1');
  const response = await fetch(`${page}?q=status:500`, { headers: { authorization: `Bearer ${key}` } });
  expect(await response.text()).toContain('https://shop.example/api/pay');
  expect(Date.now() - started).toBeLessThan(5000);
  expect(readdirSync(folder)).toHaveLength(1);
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('gatebook demo keeps the book where you want it, and overwrites none', () => {
  const storage = `sqlite:${join(folder, 'book')}`;
  expect(gatebook('demo', '--no-page')).toMatchObject({ status: 2 });
  expect(gatebook('demo', '--storage', storage, '--no-page')).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(folder, 'book'))).toBe(true);
  expect(gatebook('search', '--storage', storage, 'error:TypeError').stdout).toContain('/api/pay');
  expect(gatebook('demo', '--storage', storage)).toMatchObject({ status: 2 });
  expect(gatebook('demo', '--storage', 'memory:', '--no-page').status).not.toBe(0);
});
