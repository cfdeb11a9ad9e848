import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, test, vi } from 'vitest';
import type { Seq } from '../../src/profile/token.ts';
import { createApp } from '../../src/serve/app.tsx';
import { sampleProfile, T0 } from '../../src/store/sample-profile.ts';
import type { Store } from '../../src/store/store.ts';
import { manyProfiles, requester, rowsOf, storeWith } from '../support/export-fixtures.ts';

async function served(store: Store) {
  const app = createApp({ base: '/_profiler', store: async () => store });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

describe('a file', () => {
  /** A book of many rows that counts how often it is searched, slowly enough to leave in between. */
  async function slowBook() {
    const seen = { searches: 0, signals: [] as AbortSignal[] };
    const inner = await storeWith(manyProfiles(10_000));
    const store: Store = {
      ...inner,
      async search(criteria, options = {}) {
        seen.searches++;
        if (options.signal) seen.signals.push(options.signal);
        await sleep(20);
        return inner.search(criteria, options);
      },
    };
    return { store, seen };
  }

  test('is read from the book only as fast as it is taken', async () => {
    const { store, seen } = await slowBook();
    const { body } = await requester(store)('/export.json');
    const reader = body?.getReader();
    await reader?.read();
    await reader?.read();
    await sleep(100);
    expect(seen.searches).toBe(1);
    await reader?.read();
    expect(seen.searches).toBe(2);
    await reader?.cancel();
    await sleep(100);
    expect(seen.searches).toBe(2);
  });

  test('that nobody takes any more is not read on', async () => {
    const { store, seen } = await slowBook();
    const { port, close } = await served(store);
    const sent = get({ host: '127.0.0.1', port, path: '/_profiler/export.csv' });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await once(answer, 'data');
    answer.on('error', () => {});
    answer.destroy();
    await sleep(50);
    const { searches } = seen;
    expect(searches).toBeLessThan(10);
    await sleep(200);
    expect(seen.searches).toBe(searches);
    expect(seen.signals.at(-1)?.aborted).toBe(true);
    close();
  });

  test.each(['fails', 'is cut'])(
    'of a search that %s in the middle is a download that fails',
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
      const said = vi.spyOn(console, 'error').mockImplementation(() => {});
      const sent = get({ host: '127.0.0.1', port, path: '/_profiler/export.csv' });
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(200);
      let taken = '';
      answer.on('data', (part) => {
        taken += part;
      });
      await expect(once(answer, 'end')).rejects.toThrow('aborted');
      expect(taken).not.toContain('Error:');
      said.mockRestore();
      close();
    },
  );

  test('that is cut against what it said at its start is broken off', async () => {
    const searchedTo = T0;
    const older = { toward: 'older', time: T0, seq: 1 as Seq } as const;
    const outOfTime: Partial<Store> = {
      async search(_criteria, { signal } = {}) {
        // As if all of the time were gone.
        Object.defineProperty(signal, 'aborted', { value: true });
        return { entries: [sampleProfile({ seq: 1 }).entry], older, newer: null, searchedTo };
      },
    };
    const page = requester(await storeWith(manyProfiles(1), outOfTime));
    const csv = await page('/export.csv');
    expect(csv.headers.get('x-gatebook-more')).toBe(null);
    await expect(csv.text()).rejects.toThrow('The time for one file ran out.');
    const json = (await (await page('/export.json')).json()) as object;
    expect(json).toMatchObject({ more: true, searchedTo: '2026-11-06T21:20:00.000000Z' });

    const told = requester(
      await storeWith([], { ...outOfTime, count: async () => ({ matches: 1, capped: true }) }),
    );
    const cut = await told('/export.csv');
    expect(cut.headers.get('x-gatebook-more')).toBe('maybe');
    expect(rowsOf(await cut.text())).toHaveLength(1);
  });

  test('of a book that can not be read is no file', async () => {
    const page = requester(await storeWith([], { search: () => Promise.reject(new Error('no disk')) }));
    const answer = await page('/export.csv');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-disposition')).toBe(null);
  });
});

test('the library that writes snippets is loaded with the first of them, not with the page', async () => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  const store = await storeWith(manyProfiles(1));
  const page = requester(store);
  const token = store.tokens.tokenOf(0 as Seq);
  const isLoaded = () => loaded.some((url) => url.includes('httpsnippet'));
  for (const path of ['', `/${token}`, `/${token}.har`, '/export.csv'])
    expect((await page(path)).status).toBe(200);
  expect(isLoaded()).toBe(false);
  expect((await page(`/${token}/snippet`)).status).toBe(200);
  expect(isLoaded()).toBe(true);
  hooks.deregister();
});
