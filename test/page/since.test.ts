import { describe, expect, test } from 'vitest';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { pageApp } from '../support/page-app.ts';
import { linkHref, profile, servePages, sql, textOf } from '../support/test-page.ts';

const pay = (seq: number, rest: object = {}, detail: Parameters<typeof profile>[1] = {}) =>
  profile({ seq, time: T0 + seq * 1e6, route: '/pay', ...rest }, detail);
const since = (html: string) => textOf(/<section class="since.*?<\/section>/s.exec(html)?.[0] ?? '');

describe('since it last worked', () => {
  test('a failed profile says when, and what differs, the most relevant first', async () => {
    const card = sql('POST https://card-api.example/', 1, { kind: 'http', duration: 82_000 });
    const { open, tokenOf, read } = await servePages(
      pay(1, { user: 'ana' }, { spans: [{ ...card, status: 200 }, sql('update orders', 90)] }),
      pay(2, { user: 'bob', status: 502 }, { spans: [{ ...card, error: 'refused <b>' }] }),
    );
    const { html } = await open(2);
    expect(since(html)).toMatch(
      new RegExp(
        `^Last worked 1 s before this one \\( ${tokenOf(1)} \\)\\. Compared with it \\(same release\\):`,
      ),
    );
    expect(since(html)).toContain(
      '+ call POST https://card-api.example/ failed: refused &lt;b&gt; (was 200, 82 ms) − query update orders not called * user ana → bob',
    );
    const compare = (linkHref(html, 'Compare') ?? '').replace('/_profiler', '').replaceAll('&amp;', '&');
    expect((await read(compare)).text).toContain(
      'call POST https://card-api.example/ 200, 82 ms failed: refused',
    );
    expect(since((await open(2, '?panel=everything')).html)).toContain('Last worked');
    expect(since((await open(2, '?panel=queries')).html)).toBe('');
  });

  test('says that it has never worked, or that nothing differs', async () => {
    const { open } = await servePages(
      pay(1, { status: 500 }),
      pay(2, { route: '/x' }),
      pay(3, { route: '/x', status: 200, error: 'E' }),
    );
    expect(since((await open(1)).html)).toBe('Has never worked in this book.');
    expect(since((await open(3)).html)).toContain('exception E');
    const equal = await servePages(pay(1), pay(2, { status: 500 }));
    expect(since((await equal.open(2)).html)).toContain('* status 200 → 500');
  });

  test('says that a detail was not kept, and compares with the newest that was', async () => {
    const { open, tokenOf } = await servePages(
      pay(1),
      pay(2, { detail: 'policy' }, null),
      pay(3, { status: 500 }),
      pay(4, { status: 500, detail: 'budget' }, null),
    );
    expect(since((await open(3)).html)).toMatch(
      new RegExp(`Last worked .*${tokenOf(2)}.* Compared with ${tokenOf(1)} \\(same release\\):`),
    );
    expect(since((await open(4)).html)).toContain('The detail of this request was not kept, so headers');
    const without = await servePages(pay(2, { detail: 'policy' }, null), pay(3, { status: 500 }));
    expect(since((await without.open(3)).html)).toContain('The detail of that request was not kept');
  });

  test('health checks do not make a usual request seem slow, and are compared with each other', async () => {
    const check = (seq: number) => pay(seq, { duration: 300, client: 'monitor' });
    const { open } = await servePages(
      ...[1, 3, 5, 7, 9].map((seq) => pay(seq, { duration: 30_000 })),
      ...[2, 4, 6, 8, 10].map(check),
      pay(11, { duration: 31_000 }),
      check(12),
    );
    expect(since((await open(11)).html)).toMatch(/^Usually 30 ms \(median of 5\)/);
    expect(since((await open(12)).html)).toMatch(/^Usually 300 µs \(median of 5\)/);
  });

  test('a slow profile that worked is compared with the usual one', async () => {
    const card = (duration: number) => ({
      spans: [sql('GET https://stock.example/', 1, { kind: 'http', duration, status: 200 })],
    });
    const { open } = await servePages(
      ...[1, 2, 3, 4, 5].map((seq) => pay(seq, { duration: 30_000 + seq }, card(20_000))),
      pay(9, { duration: 900_000 }, card(880_000)),
    );
    expect(since((await open(9)).html)).toMatch(
      /^Usually 30 ms \(median of 5\)\. This one took 900 ms .*\* call GET https:\/\/stock\.example\/ took 880 ms \(was 200, 20 ms\)/,
    );
    expect(since((await open(1)).html)).toContain('Too few earlier requests');
  });

  test('a job is compared with earlier runs of the same job', async () => {
    const mail = { kind: 'job', method: 'JOB', url: 'job:mail', route: '', operation: 'mail' } as const;
    const { open } = await servePages(...[1, 2, 3, 4, 5, 6].map((seq) => pay(seq, mail)));
    expect(since((await open(6)).html)).toMatch(/\(median of 5\)\.$/);
  });
});

describe('a search for earlier requests that takes long', () => {
  async function serve(override: (store: Store) => Partial<Store>) {
    const store = openMemoryStore();
    await store.write({ id: 'a', profiles: [pay(1), pay(2, { status: 500 })] });
    const app = pageApp({ base: '/_profiler', store: async () => ({ ...store, ...override(store) }) });
    return app.request(`http://127.0.0.1/_profiler/${store.tokens.tokenOf(pay(2).entry.seq)}`);
  }
  /** The search for the last success, and no other, asks for 20 entries. */
  const isSince = ({ limit }: { limit: number }) => limit === 20;

  test('does not delay the page', async () => {
    let finish = () => {};
    const response = await serve((store) => ({
      search: async (criteria, options) => {
        if (isSince(criteria)) await new Promise<void>((resolve) => (finish = resolve));
        return store.search(criteria, options);
      },
    }));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    const read = async () => decoder.decode((await reader.read()).value);
    const sent = await read();
    expect(sent).toContain('id="summary"');
    expect(sent).toContain('class="since reserved"');
    expect(sent).not.toContain('Last worked');
    finish();
    expect(await read()).toContain('Last worked');
  });

  test('says so if it reaches its deadline or fails', async () => {
    const late = await serve((store) => ({
      search: async (criteria, options) => {
        const page = await store.search(criteria, options);
        return isSince(criteria) ? { ...page, entries: [], searchedTo: T0 } : page;
      },
    }));
    expect(since(await late.text())).toContain(
      'the search reached its time limit at 06-Nov-2026 21:20:00 UTC.',
    );
    const broken = await serve((store) => ({
      search: async (criteria, options) => {
        if (isSince(criteria)) throw new Error('disk <gone>');
        return store.search(criteria, options);
      },
    }));
    expect(since(await broken.text())).toBe('Earlier requests can&#39;t be read: disk &lt;gone&gt;');
  });
});
