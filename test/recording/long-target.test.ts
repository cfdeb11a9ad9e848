import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { gatebook } from '../../src/http2.ts';
import { waitForEntries } from '../support/frameworks/frameworks.ts';

/** Recording cuts longer targets. */
const LIMIT = 16_384;
const SECRET = '//bob:hunter2hunter2@db.example/x';

test('stores nothing of a password that the cut of a long target splits, at any offset', async () => {
  const server = createServer((_request, response) => response.end('answer'));
  const book = gatebook(server, { storage: 'memory:' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const offsets = Array.from({ length: SECRET.length + 10 }, (_, index) => index - 5);
  for (const offset of offsets) {
    const start = '/x?token=';
    const path = `${start}${'a'.repeat(LIMIT - offset - start.length - 3)}&u=${SECRET}${'b'.repeat(100)}`;
    const request = client.request({ ':path': path });
    await new Promise((resolve) => request.on('close', resolve).resume().end());
  }
  const entries = await waitForEntries({ book }, offsets.length);
  expect(entries.filter(({ url }) => /bob|hunter/.test(url))).toEqual([]);
  expect(entries.filter(({ url }) => !url.includes('/x?'))).toEqual([]);
  client.close();
  server.close();
  await book.close();
});
