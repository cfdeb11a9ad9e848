import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Seq } from '../../src/profile/token.ts';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { manyProfiles, requester, rowsOf, storeWith } from '../support/export-fixtures.ts';
import { FRAMEWORKS, type RunningServer, waitForEntries } from '../support/frameworks/frameworks.ts';
import { harErrors } from '../support/har-schema.ts';
import { hostileProfile } from '../support/hostile-profiles.ts';
import { FORMULA_START, parseCsv } from '../support/parse-csv.ts';
import { sendRequest } from '../support/request.ts';

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

/** An app that answered 404 once: a main request and its error stage. */
async function startWithPair() {
  running = await FRAMEWORKS['express 5']?.start({});
  if (!running) throw new Error('no express');
  await sendRequest(running.port, '/error/.env?b=1&a=2', {
    headers: { 'user-agent': "it's curl", 'x-api-key': 'k' },
  });
  const found = await waitForEntries(running, 2);
  const { tokens } = await running.book.store();
  const [main = '', stage = ''] = found.map(({ seq }) => tokens.tokenOf(seq));
  return { port: running.port, main, stage };
}

describe('a profile', () => {
  test('is exported as JSON, with the tokens of related profiles', async () => {
    const { port, main, stage } = await startWithPair();
    const { status, headers, body } = await sendRequest(port, `/_profiler/${main}.json`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="gatebook-${main}.json"`,
    });
    expect(JSON.parse(body)).toMatchObject({
      token: main,
      parent: null,
      status: 404,
      detailKept: 'kept',
      subRequests: [{ token: stage, parent: main, kind: 'error' }],
      moreSubRequests: false,
    });
    const other = await sendRequest(port, `/_profiler/${stage.toUpperCase()}.json`);
    expect(JSON.parse(other.body)).toMatchObject({ token: stage, parent: main, subRequests: [] });
  });

  test('is exported as HAR, an error stage with the headers of its main request', async () => {
    const { port, main, stage } = await startWithPair();
    for (const token of [main, stage]) {
      const { headers, body } = await sendRequest(port, `/_profiler/${token}.har`);
      expect(headers['content-disposition']).toBe(`attachment; filename="gatebook-${token}.har"`);
      const har = JSON.parse(body);
      expect(harErrors(har)).toEqual([]);
      expect(har.log.entries).toHaveLength(1);
      const [{ request, _token, _parent }] = har.log.entries;
      expect({ _token, _parent }).toEqual({ _token: token, _parent: token === main ? null : main });
      expect(request.headers).toContainEqual({ name: 'user-agent', value: "it's curl" });
      expect(request.comment).toContain('x-api-key');
      expect(JSON.stringify(request.headers)).not.toContain('x-api-key');
    }
  });

  test('is exported as a curl command, or as code', async () => {
    const { port, main } = await startWithPair();
    const { headers, body } = await sendRequest(port, `/_profiler/${main}/snippet`);
    expect(headers['content-type']).toMatch(/^text\/plain; ?charset=UTF-8$/);
    expect(body).toContain(`--url 'http://127.0.0.1:${port}/error/.env?b=1&a=2'`);
    expect(body).toContain("--header 'user-agent: it'\\''s curl'");
    expect((await sendRequest(port, `/_profiler/${main}/snippet?lang=curl`)).body).toBe(body);
    const code = await sendRequest(port, `/_profiler/${main}/snippet?lang=JavaScript`);
    expect(code.body).toContain(`fetch('http://127.0.0.1:${port}/error/.env?b=1&a=2', {`);
    for (const gone of ['curl-cmd', 'wget', 'python', 'powershell'])
      expect((await sendRequest(port, `/_profiler/${main}/snippet?lang=${gone}`)).status).toBe(400);
    const unknown = await sendRequest(port, `/_profiler/${main}/snippet?lang=cobol%1b`);
    expect({ status: unknown.status, body: unknown.body }).toEqual({
      status: 400,
      body: 'Unknown language "cobol\\u{1b}". Use one of: curl, javascript, node-test.\n',
    });
  });

  test('answers 404 if it is unknown, and 410 if it has expired', async () => {
    const nowhere = requester(await storeWith([]));
    const gone = requester(await storeWith([], { get: async () => ({ expired: T0 }) }));
    for (const path of ['/123456.json', '/123456.har', '/123456/snippet']) {
      expect((await nowhere(path)).status).toBe(404);
      expect((await gone(path)).status).toBe(410);
      expect(await (await gone(path)).text()).toBe('This profile expired on 06-Nov-2026 21:20:00 UTC.\n');
    }
    expect((await nowhere('/nonsense.har')).status).toBe(404);
  });
});

test('exports have the security headers of the page, and the same access control', async () => {
  const { port, main } = await startWithPair();
  for (const path of [
    `/${main}.json`,
    `/${main}.har`,
    `/${main}/snippet`,
    '/export.csv',
    '/export.har',
    '/export.json',
    '/export.csv?status=x',
  ]) {
    const { headers } = await sendRequest(port, `/_profiler${path}`);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).not.toContain('html');
    const wrongKey = { authorization: 'Bearer wrong', host: 'example.com' };
    const denied = await sendRequest(port, `/_profiler${path}`, { headers: wrongKey });
    expect(denied).toMatchObject({ status: 404, body: expect.stringContaining('Cannot GET /_profiler') });
  }
});

describe('a search', () => {
  test('is exported with the parameters of its page', async () => {
    const { port, main, stage } = await startWithPair();
    const csv = await sendRequest(port, '/_profiler/export.csv?status_code=404&q=.env');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="gatebook-[0-9T-]{19}\.csv"$/);
    expect(csv.headers).not.toHaveProperty('x-gatebook-more');
    expect(rowsOf(csv.body).map((row) => row.split(',')[5])).toEqual([main, stage]);
    expect(rowsOf((await sendRequest(port, '/_profiler/export.csv?kind=error')).body)).toHaveLength(1);
    expect(rowsOf((await sendRequest(port, '/_profiler/export.csv?status=200')).body)).toEqual([]);

    const json = JSON.parse((await sendRequest(port, '/_profiler/export.json')).body);
    expect(json).toMatchObject({
      entries: [{ token: main }, { token: stage, parent: main }],
      more: false,
      next: null,
    });
    const har = JSON.parse((await sendRequest(port, '/_profiler/export.har')).body);
    expect(harErrors(har)).toEqual([]);
    expect(har.log).toMatchObject({ entries: [{ _token: main }, { _token: stage }], _more: false });
    for (const { request } of har.log.entries)
      expect(request.headers).toContainEqual({ name: 'user-agent', value: "it's curl" });
  });

  test('with a mistake answers 400 and describes the mistake as text', async () => {
    const page = requester(await storeWith([]));
    for (const kind of ['csv', 'har', 'json']) {
      const response = await page(`/export.${kind}?status=4&limit=20000`);
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
      expect(await response.text()).toMatch(
        /^The search was not run.\nstatus=4: .*4xx.*\nlimit=20000: .*10,000\.\n$/,
      );
    }
  });

  test('with too many matches is cut, and the file says so', async () => {
    const page = requester(await storeWith(manyProfiles(10_500)));
    const csv = await page('/export.csv');
    expect(csv.headers.get('x-gatebook-more')).toBe('yes');
    expect(rowsOf(await csv.text())).toHaveLength(10_000);
    const json = await page('/export.json');
    expect(json.headers.get('x-gatebook-more')).toBe('yes');
    const first = (await json.json()) as {
      entries: { token: string }[];
      more: boolean;
      next: string;
    };
    expect({ rows: first.entries.length, more: first.more }).toEqual({ rows: 10_000, more: true });
    const rest = (await (await page(`/export.json?cursor=${first.next}`)).json()) as typeof first;
    expect({ rows: rest.entries.length, more: rest.more }).toEqual({ rows: 500, more: false });
    const har = (await (await page('/export.har?limit=30')).json()) as {
      log: { entries: []; _more: boolean };
    };
    expect(harErrors(har)).toEqual([]);
    expect({ rows: har.log.entries.length, more: har.log._more }).toEqual({ rows: 30, more: true });
    const exact = await page(`/export.csv?token=${first.entries[0]?.token}&limit=1`);
    expect(rowsOf(await exact.clone().text())).toHaveLength(1);
    expect(exact.headers.get('x-gatebook-more')).toBe(null);
  });

  test('with hostile values is valid in every format', async () => {
    const profiles = fc.sample(hostileProfile, 2000).map(({ entry, detail }, seq) => ({
      entry: { ...entry, seq: seq as Seq },
      detail,
    }));
    const page = requester(await storeWith(profiles));
    const csv = await (await page('/export.csv')).text();
    const cells = parseCsv(csv);
    expect(cells.map(({ length }) => length)).toEqual(Array(2001).fill(27));
    expect(cells.flat().filter(([start = '']) => FORMULA_START.includes(start))).toEqual([]);
    expect(csv.includes('\u001b')).toBe(false);
    const json = await (await page('/export.json')).text();
    const { entries: exported } = JSON.parse(json) as { entries: { url: string }[] };
    expect(exported.map(({ url }) => url).sort()).toEqual(profiles.map(({ entry }) => entry.url).sort());
    const har = await (await page('/export.har')).text();
    expect(harErrors(JSON.parse(har))).toEqual([]);
    for (const text of [json, har])
      expect(/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replaceAll('\n', ''))).toBe(false);
  });
});
