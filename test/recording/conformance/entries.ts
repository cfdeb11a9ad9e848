import { describe, expect, test } from 'vitest';
import { EVERYTHING } from '../../../src/search/criteria.ts';
import { get, openSocket, readToEnd } from '../../support/raw-http.ts';
import { profileOf, waitForEntries } from '../../support/running-server.ts';
import { entriesOf, type Suite, sendUnanswered } from './suite.ts';

/** What an entry records about a request. */
export function describeEntries({ start, startAttached }: Suite): void {
  describe('entries', () => {
    test('record the request and its response', async () => {
      const app = await start();
      const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
      const { body } = await get(app, '/ok?page=2&token=CANARY', {
        headers: {
          'user-agent': 'curl/8',
          traceparent: `00-${trace}-00f067aa0ba902b7-01`,
          cookie: 'sid=CANARY',
        },
      });
      expect(body).toBe('ok');
      const rows = await entriesOf(app, 1);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        status: 200,
        ip: '127.0.0.1',
        method: 'GET',
        url: `${app.url}/ok?page=2&token=***`,
        host: `127.0.0.1:${app.port}`,
        kind: 'main',
        parent: null,
        trace,
        userAgent: 'curl/8',
        client: 'tool',
        error: '',
        detail: 'kept',
      });
      expect(rows[0]?.duration).toBeGreaterThan(0);
      const profile = await profileOf(app, rows[0]);
      expect(profile?.detail?.requestHeaders).toContainEqual(['cookie', 'sid=***']);
      expect(JSON.stringify(profile)).not.toContain('CANARY');
    });

    test('get distinct tokens when many requests arrive before the book is open', async () => {
      const app = await start();
      await Promise.all(Array.from({ length: 200 }, (_, n) => get(app, `/ok?n=${n}`)));
      const store = await app.book.store();
      await waitForEntries(app, 200);
      expect(app.book.stats()).toMatchObject({ recorded: 200, stored: 200, dropped: 0, held: 0, faults: 0 });
      const page = await store.search({ ...EVERYTHING, limit: 1000 });
      expect(new Set(page.entries.map(({ seq }) => store.tokens.tokenOf(seq))).size).toBe(200);
      expect(new Set(page.entries.map(({ time }) => time)).size).toBe(200);
    });

    test('ignore a content length that is not a safe integer', async () => {
      const app = await start();
      for (const length of ['9007199254740994', '18446744073709551615']) {
        const head = `GET /slow HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n`;
        (await sendUnanswered(app, head)).destroy();
      }
      expect((await entriesOf(app, 2)).map(({ requestBytes }) => requestBytes)).toEqual([0, 0]);
    });

    test('redact a secret in the user agent', async () => {
      const app = await start();
      await get(app, '/ok', { headers: { 'user-agent': 'x ghp_abcdefghijklmnop1234567890abcdefghij' } });
      const [entry] = await entriesOf(app, 1);
      expect(entry?.userAgent).toBe('x ***GitHub***');
      const profile = await profileOf(app, entry);
      expect(profile?.detail?.requestHeaders).toContainEqual(['user-agent', 'x ***GitHub***']);
    });

    test('show an IPv4 client of a dual-stack listener as IPv4', async () => {
      const app = await start({ host: '::' });
      await get(app, '/ok');
      expect((await entriesOf(app, 1))[0]?.ip).toBe('127.0.0.1');
    });

    test('keep a hostile Host header and target inside the URL', async () => {
      const app = await startAttached();
      for (const head of [
        'GET /<script> HTTP/1.1\r\nHost: a/b"><script>',
        'GET http://evil.example/x HTTP/1.1\r\nHost: h',
        'GET ftp://evil.example/x HTTP/1.1\r\nHost: h',
      ])
        await readToEnd(openSocket(app, `${head}\r\nConnection: close\r\n\r\n`));
      const mains = (await entriesOf(app, 3)).filter(({ kind }) => kind === 'main');
      expect(mains.map(({ url }) => url)).toEqual([
        `${app.url}/<script>`,
        'http://evil.example/x',
        'ftp://evil.example/x',
      ]);
    });

    test('appear on the page, which is not recorded itself and is hidden without the key', async () => {
      const app = await start();
      await get(app, '/ok');
      const page = await get(app, '/_profiler');
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Profile Search') });
      expect(page.body).toContain('/ok');
      const headers = { host: 'shop.example', authorization: 'Bearer wrong' };
      const refused = await get(app, '/_profiler', { headers });
      expect(refused.body).not.toContain('Profile Search');
      const main = (await entriesOf(app, 2)).filter(({ kind }) => kind === 'main');
      expect(main.map(({ status, url }) => `${status} ${new URL(url).pathname}`)).toEqual([
        '200 /ok',
        `${refused.status} /_profiler`,
      ]);
    });
  });
}
