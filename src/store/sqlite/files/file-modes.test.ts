import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { sampleProfile } from '../../conformance/sample-profile.ts';
import { openStore } from '../../open-store.ts';
import { backupBook } from '../maintain/backup.ts';
import { bookFolder, databaseFiles } from './folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('files of a book that all users can read are closed when they are opened for writing', async () => {
  const path = join(folder, 'open');
  const first = await openStore(`sqlite:${path}`);
  await first.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
  const files = [bookFolder(path).catalog, bookFolder(path).live(1)]
    .flatMap(databaseFiles)
    .filter((file) => existsSync(file));
  expect(files).toHaveLength(6);
  for (const file of files) chmodSync(file, 0o644);
  const second = await openStore(`sqlite:${path}`);
  await second.write({ id: 'b', profiles: [sampleProfile({ seq: 2 })] });
  expect(files.map(modeOf)).toEqual(files.map(() => '600'));
  await second.close();
  await first.close();
});

test('a new folder is accessible to its owner only, and so is each new folder above it', async () => {
  await (await openStore(`sqlite:${join(folder, 'a/b')}`)).close();
  expect(['a', 'a/b', 'a/b/segments'].map((name) => modeOf(join(folder, name)))).toEqual([
    '700',
    '700',
    '700',
  ]);
});

/** Reports the modes that the files in a folder have had until it has to stop. */
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { readdirSync, statSync } = require('node:fs');
  const { join } = require('node:path');
  const modes = new Set();
  const { signal, folder } = workerData;
  Atomics.store(signal, 0, 1);
  while (Atomics.load(signal, 0) === 1) {
    let names = [];
    try { names = readdirSync(folder, { recursive: true }); } catch {}
    for (const name of names) {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      if (stats?.isFile()) modes.add((stats.mode & 0o777).toString(8));
    }
  }
  parentPort.postMessage([...modes]);
`;

test('a backup is accessible to its owner only, also while it is written', async () => {
  const path = join(folder, 'source');
  const store = await openStore(`sqlite:${path}`);
  const profiles = Array.from({ length: 20_000 }, (_, seq) => sampleProfile({ seq, url: `http://h/${seq}` }));
  await store.write({ id: 'a', profiles });
  await store.close();
  const copy = join(folder, 'copy');
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const watcher = new Worker(WATCH, { eval: true, workerData: { signal, folder: copy } });
  const modes = new Promise((resolve) => watcher.once('message', resolve));
  while (Atomics.load(signal, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  backupBook(path, copy);
  Atomics.store(signal, 0, 2);
  expect(await modes).toEqual(['600']);
});
