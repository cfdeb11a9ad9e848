import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { startHttpClickHouse } from '../support/clickhouse-over-http.ts';
import { CLI } from '../support/run-cli.ts';

test('messages never show the credentials of a storage URL', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
  const server = await startHttpClickHouse(folder);
  const storage = `clickhouse://bob:hunter2@127.0.0.1:${server.port}/gatebook?tls=off`;
  try {
    await (await openStore(storage)).close();
    const unknownToken = await gatebook('show', 'abcdef', '--storage', storage);
    expect(unknownToken).toContain(
      `No profile in clickhouse://127.0.0.1:${server.port}/gatebook has the token`,
    );
    const outputs = [
      unknownToken,
      await gatebook('search', '--storage', storage),
      await gatebook('stats', '--storage', storage),
      await gatebook('keep', '30d', '--storage', storage),
      await gatebook('check', '--storage', storage),
      await gatebook('backup', 'copy', '--storage', storage),
      await gatebook('copy', storage, storage),
      await gatebook('search', '--storage', storage.replace('clickhouse:', 'clickhose:')),
      await gatebook('search', '--storage', storage.replace('/gatebook?', '/no-name?')),
      await gatebook('search', '--storage', 'clickhouse://bob:hunter2@127.0.0.1:1/gatebook?tls=off'),
    ];
    for (const output of outputs) expect(output).not.toMatch(/^$|bob|hunter2/);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

/** Runs the command without blocking, so this process can serve its requests; all output in one text. */
async function gatebook(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return stdout + stderr;
}
