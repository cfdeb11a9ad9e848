import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { openClickHouse } from '../open-clickhouse.ts';

test('an error names the server without its credentials', async () => {
  const storage = 'clickhouse://bob:hunter2@127.0.0.1:1/book?tls=off';
  const error = await openClickHouse(storage, true).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'store-failed',
    message: expect.stringContaining('clickhouse://127.0.0.1:1/book'),
  });
  // Includes the stack and the cause.
  expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/bob|hunter2/);
});
