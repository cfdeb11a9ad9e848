import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { openStore } from '../../src/store/open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-end-'));
afterAll(() => rmSync(folder, { recursive: true }));

const APP = join(import.meta.dirname, '../faults/end-of-app.ts');

test.each([
  ['by itself', { code: 0, signal: null }],
  ['exit', { code: 0, signal: null }],
  ['throw', { code: 1, signal: null }],
  ['SIGTERM', { code: null, signal: 'SIGTERM' }],
  ['SIGINT', { code: null, signal: 'SIGINT' }],
] as const)(
  'an app that ends (%s) exits as without Gatebook, and every request is in the book',
  {
    timeout: 20_000,
  },
  async (how, expected) => {
    const storage = `sqlite:${join(folder, `${how}.db`)}`;
    const app = spawn(process.execPath, ['--no-warnings', APP, storage, how], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [code, signal] = await once(app, 'exit');
    expect({ code, signal }).toEqual(expected);
    const store = await openStore(storage);
    const { entries } = await store.search({ ...EVERYTHING, limit: 100 });
    await store.close();
    expect(entries).toHaveLength(20);
  },
);
