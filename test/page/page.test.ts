import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { PAGE_PATHS, pageServers, recordedEntries } from '../support/page-server.ts';
import { sendRequest } from '../support/request.ts';

const start = pageServers();

/** Any markup that does not come from the page itself, such as another script. */
const FOREIGN_MARKUP =
  /<script(?! type="module" src="\/_profiler\/assets\/[0-9a-f]{8}\/page\.js"><\/script>)|<img|<b>/i;
describe('the page', () => {
  test('sends security headers and no CORS headers with every response', async () => {
    const app = await start('express 5');
    await sendRequest(app.port, '/ok');
    const [entry] = await recordedEntries(app);
    const token = (await app.book.store()).tokens.tokenOf(entry?.seq ?? (0 as never));
    for (const path of [
      ...PAGE_PATHS,
      `/_profiler/${token}`,
      '/_profiler?status=x',
      '/_profiler/nothing/here',
    ]) {
      const { headers } = await sendRequest(app.port, path);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'/,
      );
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-robots-tag']).toContain('noindex');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      if (!path.includes('assets')) expect(headers['cache-control']).toBe('no-store');
      expect(Object.keys(headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
  });

  test("redirects the addresses of Symfony's profiler to the search", async () => {
    const { port } = await start('express 5');
    for (const [path, location] of [
      ['/_profiler/search?ip=127.0.0.1&limit=10', '/_profiler?ip=127.0.0.1&limit=10'],
      ['/_profiler/empty/search/results?limit=10', '/_profiler?limit=10'],
      ['/_profiler/', '/_profiler'],
    ] as const) {
      const { status, headers } = await sendRequest(port, path);
      expect({ path, status, location: headers.location }).toEqual({ path, status: 302, location });
    }
  });

  test('/latest redirects to the newest profile, and reports an empty book', async () => {
    const app = await start('express 5');
    expect((await sendRequest(app.port, '/_profiler/latest')).body).toContain('No results found');
    await sendRequest(app.port, '/nowhere');
    const { status, headers } = await sendRequest(app.port, '/_profiler/latest');
    const [newest] = await recordedEntries(app);
    const token = (await app.book.store()).tokens.tokenOf(newest?.seq ?? (0 as never));
    expect({ status, location: headers.location }).toEqual({ status: 302, location: `/_profiler/${token}` });
    expect(newest?.kind).toBe('main');
  });

  test('reports a mistake with its position and a fix, and does not search', async () => {
    const { port } = await start('express 5');
    const { status, body } = await sendRequest(port, '/_profiler?q=.env+stauts%3A404&status_code=4');
    expect(status).toBe(400);
    expect(body).toContain('<code>.env <mark>stauts:</mark>404');
    expect(body).toContain('write status:');
    expect(body).toContain('status_code=<mark>4</mark>');
    expect(body).toContain('write 4xx');
    expect(body).not.toMatch(/results? found/);
  });

  test('escapes recorded markup everywhere', async () => {
    const app = await start('express 5');
    const markup = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    await sendRequest(app.port, `/${encodeURI(markup)}?q=%3Cscript%3E&${'<b>'}`, {
      headers: { 'user-agent': markup, accept: markup },
    });
    await sendRequest(app.port, '/\u00ff<script>alert(2)</script>');
    const store = await app.book.store();
    for (const { seq } of await recordedEntries(app)) {
      const { body } = await sendRequest(app.port, `/_profiler/${store.tokens.tokenOf(seq)}`);
      expect(body).not.toMatch(FOREIGN_MARKUP);
    }
    for (const query of [
      '',
      `?q=${encodeURIComponent(markup)}`,
      `?ip=${encodeURIComponent(markup)}`,
      `?${encodeURIComponent(markup)}=1`,
    ]) {
      expect((await sendRequest(app.port, `/_profiler${query}`)).body).not.toMatch(FOREIGN_MARKUP);
    }
  });

  test('links to older and newer pages of the same search', async () => {
    const app = await start('node:http');
    for (let n = 0; n < 12; n++) await sendRequest(app.port, `/ok?n=${n}`);
    const first = await sendRequest(app.port, '/_profiler?method=GET&limit=5');
    expect(first.body).toContain('5 results found');
    expect(first.body).toContain('of 12<');
    const older = /<a href="([^"]+)" rel="next">/.exec(first.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(older).toMatch(/^\/_profiler\?method=GET&limit=5&cursor=o/);
    const second = await sendRequest(app.port, older);
    const newer = /<a href="([^"]+)" rel="prev">/.exec(second.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const rows = (html: string) => [...html.matchAll(/title="[^"]*\?n=(\d+)"/g)].map(([, n]) => n);
    expect(rows(second.body)).toEqual(['6', '5', '4', '3', '2']);
    expect(rows((await sendRequest(app.port, newer)).body)).toEqual(rows(first.body));
  });

  test('reports a book that cannot be read, without affecting the app', async () => {
    const { port } = await start('express 5', { storage: 'sqlite:/dev/null/nowhere/book.db' });
    const { status, body } = await sendRequest(port, '/_profiler');
    expect(status).toBe(503);
    expect(body).toMatch(/The book can(&#39;|')t be read/);
    expect((await sendRequest(port, '/ok')).body).toBe('ok');
  });
});

test('the page, the metrics and stats() report dropped requests by reason', async () => {
  const app = await start('node:http', { budget: { memory: 20_000 } });
  expect((await sendRequest(app.port, '/_profiler')).body).not.toContain('missing from the book');
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => sendRequest(app.port, `/ok?${'x'.repeat(2000)}${n}`)),
  );
  await app.book.flush();
  const { recorded: all, stored, dropped, drops, held } = app.book.stats();
  expect(dropped).toBeGreaterThan(0);
  expect(drops).toMatchObject({ memory: dropped, budget: 0, refused: 0 });
  expect(all).toBe(stored + dropped + held);
  expect((await sendRequest(app.port, '/_profiler')).body).toContain(`${dropped} over the memory limit`);
  const { body } = await sendRequest(app.port, '/_profiler/metrics');
  const labels = `service="gatebook",instance="${hostname()}:${process.pid}",release=`;
  expect(body).toMatch(new RegExp(`gatebook_dropped_total{${labels}"[^"]+",reason="memory"} ${dropped}\n`));
  expect(body).toMatch(new RegExp(`gatebook_recorded_total{${labels}"[^"]+"} ${all}\n`));
});
