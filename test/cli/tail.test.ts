import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { CLI, gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const storage = `sqlite:${join(folder, 'book')}`;
afterAll(() => rmSync(folder, { recursive: true }));
const now = () => Date.now() * 1000;

test('prints the matching requests that are written after its start, each once', async () => {
  const store = await openStore(storage);
  await store.write({ id: 'a', profiles: [sampleProfile({ seq: 1, status: 500, time: now() })] });
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, [CLI, 'tail', ...args, '--storage', storage]);
    const output = { text: '', child };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
    });
    return output;
  };
  const table = start('status:5xx');
  const rows = start('--ndjson', '--fields', 'status,url');
  // Both have polled once when they print what is new to them.
  let seq = 2;
  await vi.waitFor(
    async () => {
      const profiles = [
        sampleProfile({ seq: seq++, status: 503, url: 'https://h/\u001b[2J', time: now() }),
        sampleProfile({ seq: seq++, time: now() }),
      ];
      await store.write({ id: `b${seq}`, profiles });
      expect(table.text).toContain('503');
      expect(rows.text).toContain('503');
    },
    { timeout: 20_000, interval: 700 },
  );
  await store.close();
  for (const { child } of [table, rows]) child.kill('SIGINT');
  expect(table.text).toMatch(
    /^Status {2}IP .*Token\n503 {5}203\.0\.113\.7 {6}GET {6}https:\/\/h\/\\u\{1b\}\[2J /,
  );
  expect(table.text).not.toMatch(/^(?:500|200)/m);
  const lines = rows.text.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^\{"version":1,"status":(?:503|200),"url":"https:/);
  expect(lines.length % 2).toBe(0);
});

test('refuses what new requests are not searched for', () => {
  const gatebook = gatebookIn(folder);
  expect(gatebook('tail', 'sort:duration', '--storage', storage)).toMatchObject({ status: 2, stdout: '' });
  expect(gatebook('tail', 'status:4', '--storage', storage).stderr).toContain('write 4xx');
});
