import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/profile/entry.ts';
import type { Detail } from '../../src/profile/profile.ts';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { pageApp } from '../support/page-app.ts';
import { linkHref, profile, servePages, sql, textOf } from '../support/test-page.ts';

const log = (text: string): Partial<Detail> => ({
  logs: [{ at: 1, source: 'console', level: 'warn', text }],
});

async function book() {
  return servePages(
    profile({ seq: 1 }, log('Gateway <b>timeout</b>')),
    profile({ seq: 2, time: T0 - 1 }, { notes: [{ key: 'cart', value: '42' }] }),
    profile({ seq: 3, time: T0 - 2 }, { spans: [sql('update orders set x = ?', 0)] }),
    profile({ seq: 4, time: T0 - 3, detail: 'policy' }, null),
    profile({ seq: 5, time: T0 - 4, kind: 'error', parent: 3 }),
  );
}

test('note:, log: and query: find text inside details, and say how far they looked', async () => {
  const { read, tokenOf } = await book();
  for (const [query, seq] of [
    ['log:timeout', 1],
    ['note:cart=42', 2],
    ['query:"update orders"', 3],
  ] as const) {
    const { html, text } = await read(`?q=${encodeURIComponent(query)}`);
    expect(text).toContain('1 result found');
    expect(text).toContain('Searched 3 of 4 requests; 1 kept no details.');
    expect(html).toContain(`data-token="${tokenOf(seq)}"`);
    // Counts, files and the live tail do not look inside details.
    expect(html).not.toMatch(/id="survey"|export\.csv|Slowest first/);
    expect(html).toContain('data-no-live');
  }
  const none = await read('?q=log:nothing');
  expect(none.text).toContain('No results found Searched 3 of 4 requests; 1 kept no details.');
  expect(none.text).toContain('No matching requests. Remove a filter');
  expect((await read('?note=cart')).text).toContain('1 result found');
});

test('continues where a page ends', async () => {
  const { read, tokenOf } = await book();
  const first = await read('?q=-log:nothing&limit=2');
  expect(first.text).toContain('Searched 3 of 4 requests.');
  const older =
    /href="\/_profiler([^"]*cursor=o[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await read(older);
  expect(second.text).toContain('Searched 1 more of 4 requests; 1 kept no details.');
  expect(second.html).toContain(`data-token="${tokenOf(3)}"`);
});

test('says how far it looked when time is up, with a link to continue', async () => {
  const memory = openMemoryStore();
  const profiles = Array.from({ length: 80 }, (_, seq) =>
    profile({ seq, time: T0 - seq }, seq === 79 ? log('found') : {}),
  );
  await memory.write({ id: 'a', profiles });
  const store = {
    ...memory,
    async details(entries: readonly Entry[]) {
      await sleep(1100);
      return memory.details(entries);
    },
  };
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const read = async (path: string) => (await app.request(`http://127.0.0.1${path}`)).text();
  const first = await read('/_profiler?q=log:found');
  expect(textOf(first)).toMatch(
    /No results found yet Searched \d\d of 80 requests: the search reached its time limit\. Narrow the search, or continue \./,
  );
  let html = first;
  for (let pages = 0; pages < 10 && !html.includes('data-token'); pages++)
    html = await read(linkHref(html, 'continue')?.replaceAll('&amp;', '&') ?? '');
  expect(textOf(html)).toMatch(/1 result found .*Searched \d\d? more of 80 requests/);
});

test('is refused where details are not read, with the reason', async () => {
  const { read, open } = await book();
  expect((await read('/export.csv?q=log:x')).text).toContain('a search inside details cannot be exported');
  expect((await read('/tail?q=log:x')).text).toContain('A search with log: cannot be followed live');
  expect((await read('?q=log:x+sort:duration')).text).toContain(
    'A sorted search cannot look inside details: remove sort:duration or log:.',
  );
  const opened = await open(2, '?q=note:cart');
  expect(linkHref(opened.html, 'Back to search')).toBe('/_profiler?q=note%3Acart');
  expect(opened.html).not.toContain('rel="next"');
});
