import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harErrors } from '../../../test/support/har-schema.ts';
import { hostileProfile } from '../../../test/support/hostile-profiles.ts';
import { visibleJson } from '../../format/visible-text.ts';
import type { Body } from '../../profile/body.ts';
import type { Profile } from '../../profile/profile.ts';
import { createTokens } from '../../profile/token.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { harEntry, harOf } from './har.ts';

const tokens = createTokens([1, 2, 3, 4]);
const entryOf = (profile: Profile) =>
  harEntry(
    profile,
    { headers: profile.detail?.requestHeaders ?? [], body: profile.detail?.requestBody },
    tokens,
  );

function withHeaders(
  requestHeaders: [string, string | null][],
  rest: Partial<Profile['entry']> = {},
): Profile {
  const { entry, detail } = sampleProfile({ seq: 1 });
  return { entry: { ...entry, ...rest }, detail: detail && { ...detail, requestHeaders } };
}

describe('a HAR', () => {
  test('contains the request and its response', () => {
    const har = harOf(entryOf(sampleProfile({ seq: 1, url: 'https://shop.example/a?q=x%20y&q=2#z' })));
    expect(harErrors(har)).toEqual([]);
    expect(har.log.creator.name).toBe('gatebook');
    expect(har.log.entries[0]).toMatchObject({
      startedDateTime: '2026-11-06T21:20:00.000000Z',
      time: 1.5,
      request: {
        method: 'GET',
        httpVersion: 'HTTP/1.1',
        queryString: [
          { name: 'q', value: 'x y' },
          { name: 'q', value: '2' },
        ],
        headers: [{ name: 'host', value: 'shop.example' }],
      },
      response: {
        status: 200,
        statusText: 'OK',
        content: { size: 512, mimeType: 'text/html; charset=utf-8' },
      },
      timings: { send: 0, wait: 1.5, receive: 0 },
      _token: tokens.tokenOf(1 as never),
    });
  });

  test('contains the bodies that were recorded', () => {
    const { entry, detail } = sampleProfile({ seq: 1, method: 'POST' });
    const withBodies = (requestBody: Body) => ({
      entry,
      detail: detail && {
        ...detail,
        requestBody,
        responseBody: { type: 'text/plain', bytes: 2, text: 'ok' },
      },
    });
    const json = { type: 'application/json', bytes: 17, text: '{"pin":"***"}' };
    const har = harOf(entryOf(withBodies(json)));
    expect(harErrors(har)).toEqual([]);
    expect(har.log.entries[0]).toMatchObject({
      request: { bodySize: 17, postData: { mimeType: 'application/json', text: '{"pin":"***"}' } },
      response: { content: { text: 'ok' } },
    });
    expect(har.log.entries[0]?.request.postData?.comment).toContain('*** replaces a withheld value.');
    const parts = [{ name: 'file', type: 'image/png', size: 9 }];
    const form = harOf(entryOf(withBodies({ type: 'multipart/form-data', bytes: 99, parts })));
    expect(harErrors(form)).toEqual([]);
    expect(form.log.entries[0]?.request.postData?.params).toEqual([
      { name: 'file', contentType: 'image/png' },
    ]);
  });

  test('omits withheld headers and names them in a comment', () => {
    const { request } = entryOf(
      withHeaders(
        [
          ['authorization', null],
          ['x-api-key', null],
          ['cookie', 'sid=***; theme=***'],
        ],
        { requestBytes: 7 },
      ),
    );
    expect(request.headers.map(({ name }) => name)).toEqual(['cookie']);
    expect(request.cookies).toEqual([
      { name: 'sid', value: '***' },
      { name: 'theme', value: '***' },
    ]);
    expect(request.comment).toBe(
      'Omitted because their values were withheld: authorization, x-api-key. *** replaces a withheld value. ' +
        'The body was not recorded.',
    );
  });

  test('says why headers are missing, and names the request of an error stage', () => {
    const { entry } = sampleProfile({ seq: 2, kind: 'error', parent: 1, detail: 'budget' });
    const har = entryOf({ entry, detail: null });
    expect(har.request.comment).toBe(
      'The headers were dropped because the recording budget was exceeded, or writing was too slow.',
    );
    expect(har.request.httpVersion).toBe('unknown');
    expect(har.comment).toBe(`The error stage of ${tokens.tokenOf(1 as never)}.`);
  });

  test('stays valid with hostile values, and has no invisible characters', () => {
    fc.assert(
      fc.property(hostileProfile, (profile) => {
        const har = harOf(entryOf(profile));
        const text = visibleJson(har);
        expect(harErrors(JSON.parse(text))).toEqual([]);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(har)));
        expect(har.log.entries[0]?.request).toMatchObject({
          url: profile.entry.url,
          method: profile.entry.method,
        });
        for (const [name, value] of profile.detail?.requestHeaders ?? [])
          if (value !== null) expect(har.log.entries[0]?.request.headers).toContainEqual({ name, value });
      }),
      { numRuns: 2000 },
    );
  });
});
