import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { openThroughCollector } from '../../test/support/collector.ts';
import { openTinyChdb, openTinySqlite } from '../../test/support/tiny-steps.ts';
import { CLOSING } from './conformance/closing.ts';
import { CANCELLATION, DEADLINES } from './conformance/deadlines.ts';
import { DELETION } from './conformance/deletion.ts';
import { GROUPS } from './conformance/groups.ts';
import { LEASES } from './conformance/leases.ts';
import { PAGING } from './conformance/paging.ts';
import { RETENTION } from './conformance/retention.ts';
import { SURVEYS } from './conformance/surveys.ts';
import { WRITING } from './conformance/writing.ts';
import { CONFORMANCE } from './conformance.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
/** The books of chdb are thousands of files. */
afterAll(() => rmSync(folder, { recursive: true }), 60_000);

let books = 0;
const newPath = () => join(folder, String(books++));

/** A collector on loopback, with the key of its owner. */
async function openCollected(): Promise<Store> {
  const path = newPath();
  const store = await openStore(`sqlite:${path}`, { durable: true });
  return openThroughCollector(store, join(path, 'keys'));
}

/** Only SQLite depends on the version of Node, and the steps in which it is read do not. */
const isNewestNode = Number(process.versions.node.split('.')[0]) >= 26;

const ENGINES: Record<string, () => Promise<Store>> = {
  sqlite: () => openStore(`sqlite:${newPath()}`),
  ...(isNewestNode && {
    memory: () => openStore('memory:'),
    chdb: () => openStore(`chdb:${newPath()}`),
    collector: openCollected,
  }),
  // A ClickHouse server, if there is one: see test/compose.yaml.
  ...(process.env.GATEBOOK_TEST_CLICKHOUSE && {
    clickhouse: () =>
      openStore(`${process.env.GATEBOOK_TEST_CLICKHOUSE}/conformance_${Date.now()}_${books++}`),
  }),
};

describe.each(Object.entries(ENGINES))('%s', (_name, open) => {
  // One that is too slow makes all that follow fail: chdb has one open folder.
  test.each(CONFORMANCE)('$name', { timeout: 60_000 }, ({ run }) => run(open));
});

const IN_STEPS = [...PAGING, ...SURVEYS, ...GROUPS, ...DEADLINES, ...CANCELLATION, ...RETENTION, ...DELETION];

describe.runIf(isNewestNode)('sqlite in tiny steps', () => {
  test.each(IN_STEPS)('$name', { timeout: 60_000 }, ({ run }) => run(() => openTinySqlite(newPath())));
});

// Hundreds of pages, each with several queries: npm run test:stores. The test of agreement has some of it.
describe.runIf(isNewestNode && process.env.RUNS)('chdb in tiny steps', () => {
  test.each(IN_STEPS)('$name', { timeout: 60_000 }, ({ run }) => run(() => openTinyChdb(newPath())));
});

describe.runIf(isNewestNode)('sqlite that writes in this thread', () => {
  const open = () => openStore(`sqlite:${newPath()}`, { inThisThread: true });
  test.each([...WRITING, ...LEASES, ...RETENTION, ...DELETION, ...CLOSING])('$name', ({ run }) => run(open));
});
