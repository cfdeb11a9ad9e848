import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { CONFORMANCE } from './conformance.ts';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

let books = 0;
const STORAGES = {
  memory: () => 'memory:',
  sqlite: () => `sqlite:${join(folder, `${books++}.db`)}`,
  chdb: () => `chdb:${join(folder, `${books++}`)}`,
  // A server of its own, where there is one: test/compose.yaml.
  ...(process.env.GATEBOOK_TEST_CLICKHOUSE && {
    clickhouse: () => `${process.env.GATEBOOK_TEST_CLICKHOUSE}/conformance_${Date.now()}_${books++}`,
  }),
};

describe.each(Object.entries(STORAGES))('%s', (_name, storage) => {
  test.each(CONFORMANCE)('$name', async ({ run }) => {
    const store = await openStore(storage());
    try {
      await run(store);
    } finally {
      await store.close();
    }
  });
});
