import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { addSecurityHeaders } from './security-headers.ts';

test('every response says that nothing is loaded from elsewhere, framed, indexed or cached', async () => {
  const app = new Hono().use(addSecurityHeaders).get('/', (c) => c.text('page'));
  for (const path of ['/', '/missing']) {
    const { headers } = await app.request(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
    });
  }
});

test('a route may set its own', async () => {
  const app = new Hono().use(addSecurityHeaders).get('/', (c) => {
    c.header('Cache-Control', 'max-age=60');
    return c.text('asset');
  });
  const { headers } = await app.request('/');
  expect(headers.get('cache-control')).toBe('max-age=60');
  expect(headers.get('x-frame-options')).toBe('DENY');
});
