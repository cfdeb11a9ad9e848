import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import { parseGivenHeader } from './given-header.ts';
import { type ReplayOptions, replay } from './replay.ts';

let received: string[] = [];
const server = createServer(async (request, response) => {
  received.push(`${request.method} ${request.url} ${await text(request)}`);
  response.end();
});
beforeEach(async () => {
  received = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise<unknown>((resolve) => server.close(resolve)));

interface Given {
  readonly header?: string;
  readonly path?: string;
  readonly body?: string;
}

async function replayGet({ header, path, body }: Given, options: Partial<ReplayOptions> = {}) {
  const book = openMemoryStore();
  const profile = sampleProfile({ seq: 1, method: 'GET', url: 'http://127.0.0.1/orders/7', requestBytes: 0 });
  await book.write({ id: 'one', profiles: [profile] });
  return replay(book, profile, {
    to: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wait: 0,
    headers: header === undefined ? [] : [parseGivenHeader(header)],
    path,
    body: body === undefined ? undefined : Buffer.from(body),
    ...options,
  });
}

const OVERRIDES: readonly Given[] = [
  { path: '/orders/7?a=1&%5Fmeth%6Fd=delete' },
  { path: '/orders/7?_method=GET&_method[]=DELETE' },
  { path: '/orders/7?a=1;_method=DELETE' },
  { header: 'X-HTTP-Method-Override: DELETE' },
  { header: 'x-http-method-override: get, delete' },
  { header: 'X_HTTP_METHOD_OVERRIDE: DELETE' },
  { header: 'X-HTTP-Method: MERGE' },
  { header: 'X-Method-Override: PATCH' },
  { body: 'a=1&_method=DELETE' },
  { body: '{"a":1,"\\u005fmethod":"DELETE"}' },
  {
    body: '--x\r\nContent-Disposition: form-data; name="_method"\r\nContent-Type: text/plain\r\n\r\nDELETE\r\n--x--',
  },
];

test.each(OVERRIDES)(
  'a GET that asks for another method is not sent without permission: %o',
  async (given) => {
    expect(await replayGet(given)).toMatchObject({
      outcome: 'refused',
      why: 'changes',
      reason: expect.stringMatching(
        /with the method override (?:DELETE|MERGE|PATCH|_METHOD) may change data/,
      ),
    });
    expect(received).toEqual([]);
    expect(await replayGet(given, { allowChanges: true })).toMatchObject({ outcome: 'replayed' });
    expect(received).toHaveLength(1);
  },
);

test.each<Given>([
  { header: 'X-HTTP-Method-Override: head' },
  { header: 'X-HTTP-Method-Override:' },
  { header: 'X-Payment-Method: DELETE' },
  { path: '/orders/7?_method=GET&payment_method=card&method=DELETE' },
  { path: '/orders/_method=DELETE' },
  { body: '{"payment_method":"card","nested":"_method=DELETE"}' },
])('a GET that asks for a method that only reads is sent: %o', async (given) => {
  expect(await replayGet(given)).toMatchObject({ outcome: 'replayed' });
  expect(received).toHaveLength(1);
});
