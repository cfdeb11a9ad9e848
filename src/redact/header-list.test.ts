import { expect, test } from 'vitest';
import { KEPT_HEADERS, URL_HEADERS, WITHHELD_HEADERS } from './header-list.ts';
import { createRedaction } from './redaction.ts';

const { header } = createRedaction();

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
