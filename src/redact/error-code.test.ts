import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text: redact } = createRedaction();
const CODES = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL', 'UND_ERR_SOCKET', 'ER_DUP_ENTRY'];

test.each(CODES)('the code %s of an error is kept, however it is logged', (code) => {
  const json = JSON.stringify({ err: { code } });
  for (const text of [inspect({ code, errno: -1 }), json, JSON.stringify({ json })])
    expect(redact(text)).toBe(text);
});

test('the code of an error of PostgreSQL is kept: its severity comes before it', () => {
  const error = { name: 'error', severity: 'ERROR', code: '22P02', position: '37' };
  const json = JSON.stringify(error);
  for (const severity of ['ERROR', 'FATAL', 'PANIC'])
    for (const text of [
      inspect(error),
      json,
      JSON.stringify({ json }),
      JSON.stringify([{ json }].map(String)),
    ])
      expect(redact(text.replace('ERROR', severity))).toBe(text.replace('ERROR', severity));
});

test.each([
  "code: '22P02'",
  "{ severity: 'high', code: '22P02' }",
  "{ severity: 'ERROR', code: '22P021' }",
  'code=ENOENT',
  'code: ENOENT',
  "code: 'ENOENTX'",
  "code: 'EABCDE'",
  "code: 'ERRABC'",
  "code: 'ER_'",
  "code: 'enoent'",
  "state: 'ENOENT'",
  "passcode: 'ENOENT'",
  '/callback?code=ERR_INVALID_URL',
])('%s may be the code of a login', (text) => {
  expect(redact(text)).toMatch(/(?:code|state)[=:] ?\*\*\*(?: })?$/);
});
