import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, test, vi } from 'vitest';
import type { Seq } from '../../src/profile/token.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import type { Store } from '../../src/store/store.ts';
import { manyProfiles, requester, rowsOf, storeWith } from '../support/export-fixtures.ts';
import { pageApp } from '../support/page-app.ts';

async function served(store: Store) {
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

describe('an export', () => {
  /** A slow book of many rows that counts how often it is searched. */
  async function slowBook() {
    const calls = { searches: 0, signals: [] as AbortSignal[] };
    const inner = await storeWith(manyProfiles(10_000));
    const store: Store = {
      ...inner,
      async search(criteria, options = {}) {
        calls.searches++;
        if (options.signal) calls.signals.push(options.signal);
        await sleep(20);
        return inner.search(criteria, options);
      },
    };
    return { store, calls };
  }

  test('reads the book only as fast as the client downloads', async () => {
    const { store, calls } = await slowBook();
    const { body } = await requester(store)('/export.json');
    const reader = body?.getReader();
    await reader?.read();
    await reader?.read();
    await sleep(100);
    expect(calls.searches).toBe(1);
    await reader?.read();
    expect(calls.searches).toBe(2);
    await reader?.cancel();
    await sleep(100);
    expect(calls.searches).toBe(2);
  });

  test('stops reading the book when the client disconnects', async () => {
    const { store, calls } = await slowBook();
    const { port, close } = await served(store);
    const sent = get({ host: '127.0.0.1', port, path: '/_profiler/export.csv' });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response, 'data');
    response.on('error', () => {});
    response.destroy();
    await sleep(50);
    const { searches } = calls;
    expect(searches).toBeLessThan(10);
    await sleep(200);
    expect(calls.searches).toBe(searches);
    expect(calls.signals.at(-1)?.aborted).toBe(true);
    close();
  });

  test.each(['fails', 'reaches its time limit'])(
    'aborts the download if the search %s in the middle',
    async (how) => {
      const inner = await storeWith(manyProfiles(3000));
      let searches = 0;
      const { port, close } = await served({
        ...inner,
        count: async () => ({ matches: 3000, capped: false }),
        async search(criteria, options) {
          if (++searches === 1) return inner.search(criteria, options);
          if (how === 'fails') throw new Error('no disk');
          return { entries: [], older: null, newer: null, searchedTo: T0 };
        },
      });
      const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
      const sent = get({ host: '127.0.0.1', port, path: '/_profiler/export.csv' });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      let received = '';
      response.on('data', (chunk) => {
        received += chunk;
      });
      await expect(once(response, 'end')).rejects.toThrow('aborted');
      expect(received).not.toContain('Error:');
      consoleError.mockRestore();
      close();
    },
  );

  test('aborts if it is incomplete but has announced no more matches', async () => {
    const searchedTo = T0;
    const older = { toward: 'older', time: T0, seq: 1 as Seq } as const;
    const outOfTime: Partial<Store> = {
      async search(_criteria, { signal } = {}) {
        // As if the time limit were reached.
        Object.defineProperty(signal, 'aborted', { value: true });
        return { entries: [sampleProfile({ seq: 1 }).entry], older, newer: null, searchedTo };
      },
    };
    const page = requester(await storeWith(manyProfiles(1), outOfTime));
    const csv = await page('/export.csv');
    expect(csv.headers.get('x-gatebook-more')).toBe(null);
    await expect(csv.text()).rejects.toThrow('The export took too long and is incomplete.');
    const json = (await (await page('/export.json')).json()) as object;
    expect(json).toMatchObject({ more: true, searchedTo: '2026-11-06T21:20:00.000000Z' });

    const announced = requester(
      await storeWith([], { ...outOfTime, count: async () => ({ matches: 1, capped: true }) }),
    );
    const cut = await announced('/export.csv');
    expect(cut.headers.get('x-gatebook-more')).toBe('maybe');
    expect(rowsOf(await cut.text())).toHaveLength(1);
  });

  test('answers 503 if the book cannot be read', async () => {
    const page = requester(await storeWith([], { search: () => Promise.reject(new Error('no disk')) }));
    const response = await page('/export.csv');
    expect(response.status).toBe(503);
    expect(response.headers.get('content-disposition')).toBe(null);
  });
});
