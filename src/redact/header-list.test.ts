import { describe, expect, test } from 'vitest';
import { KEPT_HEADERS, URL_HEADERS, WITHHELD_HEADERS } from './header-list.ts';
import { createRedaction } from './redaction.ts';

const { header } = createRedaction();
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';

describe('a header that carries no credential', () => {
  test.each([
    ['Connection', 'keep-alive'],
    ['Keep-Alive', 'timeout=5, max=1000'],
    [
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self' https://cdn.example:8443; report-uri /csp",
    ],
    ['Permissions-Policy', 'geolocation=(), camera=(self "https://a.example")'],
    ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Powered-By', 'Express'],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Allow-Headers', 'Authorization, X-Api-Key, Content-Type'],
    ['Access-Control-Expose-Headers', 'X-Token, Set-Cookie'],
    ['Vary', 'Cookie, Authorization'],
    ['Server', 'nginx/1.29.7'],
    ['Origin', 'https://shop.example:8443'],
    ['Content-Disposition', 'attachment; filename="report 2024.pdf"'],
    ['Sec-CH-UA', '"Chromium";v="134", "Not:A-Brand";v="24"'],
    ['Sec-Fetch-Site', 'same-origin'],
    ['Link', '<https://h/items?page=2>; rel="next", </style.css>; rel=preload'],
    ['Location', '/items/7?created=1'],
    ['Server-Timing', 'db;dur=53, cache;desc="Cache Read";dur=23.2'],
    ['Via', '1.1 proxy.example'],
    ['Retry-After', '120'],
  ])('%s is stored: %s', (name, value) => {
    expect(header(name, value)).toEqual([name.toLowerCase(), value]);
  });

  test.each([
    [
      'Location',
      'https://app.example/cb?code=CANARY&a=1#access_token=CANARY',
      'https://app.example/cb?code=***&a=1#access_token=***',
    ],
    ['Content-Location', '/x?token=CANARY', '/x?token=***'],
    ['Referer', `https://h/verify/${JWT}`, 'https://h/verify/***'],
    ['Origin', 'https://bob:CANARY@h', 'https://***@h'],
    ['Link', '<https://h/?token=CANARY>; rel="next"', '<https://h/?token=***>; rel="next"'],
    ['Refresh', '5; url=https://h/?token=CANARY', '5; url=https://h/?token=***'],
    ['Destination', `/dav/${JWT}/x`, '/dav/***/x'],
    ['Slug', `token=CANARY`, 'token=***'],
    ['Forwarded', `for=192.0.2.1;by=${JWT}`, 'for=192.0.2.1;by=***'],
  ])('%s is stored without the secrets in it: %s', (name, value, expected) => {
    expect(header(name, value)).toEqual([name.toLowerCase(), expected]);
  });
});

test.each(Object.keys(WITHHELD_HEADERS))('the value of %s is not stored', (name) => {
  expect(JSON.stringify(header(name, 'CANARY1'))).not.toContain('CANARY');
  expect(KEPT_HEADERS.has(name)).toBe(false);
  expect(WITHHELD_HEADERS[name]).toMatch(/^(?:asks for|contains|is|may contain|proves) /);
});

test('a header that is not listed is not stored', () => {
  for (const name of ['x-forwarded-for', 'x-api-key', 'x-anything', 'x-csrf-token', 'x-amz-security-token'])
    expect(header(name, 'CANARY')).toEqual([name, null]);
});

test('added names withhold a header', () => {
  const redaction = createRedaction({ add: ['origin', 'x-powered-by'] });
  expect(redaction.header('Origin', 'CANARY')).toEqual(['origin', null]);
  expect(redaction.header('X-Powered-By', 'CANARY')).toEqual(['x-powered-by', null]);
  expect(redaction.header('Server', 'x')).toEqual(['server', 'x']);
});

test('every URL header is stored', () => {
  expect(KEPT_HEADERS.has('')).toBe(false);
  for (const name of URL_HEADERS) expect(KEPT_HEADERS.has(name)).toBe(true);
});
