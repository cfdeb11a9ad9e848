import { expect, test } from 'vitest';
import { CUT_MARK, cutText } from '../format/cut-text.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { createRedaction } from './redaction.ts';

const { url, header } = createRedaction();
const LIMIT = 1000;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';
/** Secrets that are recognized by something at their end. */
const SPLIT = [
  'https://bob:hunter2hunter2@db.example/x',
  '//bob:hunter2hunter2@db.example/x',
  '//bob:hunter2/hunter2@db.example/x',
  'https:%2F%2Fbob:hunter2/hunter2@db.example/x',
  'https%3A%2F%2Fbob%3Ahunter2hunter2%40db.example',
  `${JWT}/x`,
  '4111111111111111/x',
  '4111-1111-1111-1111/x',
  'ghp_0123456789abcdefghijABCDEFGHIJ012345/x',
];
const LEAK = /hunter|bob|eyJ|4111|ghp_|c2ln/;

test.each(SPLIT)('cuts a URL at any character of %s without storing any of it', (secret) => {
  for (let cut = -5; cut < secret.length + 5; cut++) {
    for (const [start, end] of [
      ['https://h/?token=', '&u='],
      ['/p;token=', '/'],
    ]) {
      const before = `${start}${'a'.repeat(LIMIT - cut - `${start}${end}`.length)}${end}`;
      const long = `${before}${secret}${'/b'.repeat(50)}`;
      expect(url(cutText(long, LIMIT)).replace('//***', '')).not.toMatch(LEAK);
    }
  }
});

test('redacts a password that reaches over the cut', () => {
  for (const start of [
    'https://bob:hunter2',
    '//bob:hunter2',
    '/x?u=https://bob:hunter2',
    '/r/https:%2F%2Fbob:hunter2',
  ]) {
    const long = `${start}${'/b'.repeat(LIMIT)}@db.example/x`;
    expect(url(cutText(long, LIMIT))).not.toContain('hunter');
    expect(url(long)).not.toContain('hunter');
    expect(header('referer', long)[1]).not.toContain('hunter');
    if (!start.includes('%')) expect(header('user-agent', `a ${long}`)[1]).not.toContain('hunter');
  }
});

test('keeps whole parts before the cut and marks it', () => {
  const parts = '/part?a=1&b=https://h:8080/x'.padEnd(LIMIT - 1, '/y');
  expect(cutText(parts, LIMIT)).toBe(parts);
  const cut = url(cutText(`${parts}zzzz`, LIMIT));
  expect(cut).toBe(`${parts.slice(0, parts.lastIndexOf('/') + 1)}${CUT_MARK}`);
  expect(header('user-agent', 'word '.repeat(5000))[1]).toHaveLength(4096);
});

test('reads four times of what is kept, and cuts only what is longer', () => {
  const keep = (text: string) => text;
  expect(redactAndCut('0123456789', 10, keep)).toBe('0123456789');
  expect(redactAndCut('x'.repeat(11), 10, keep)).toBe(`${'x'.repeat(10 - CUT_MARK.length)}${CUT_MARK}`);
  expect(redactAndCut('x'.repeat(40), 10, keep)).toBe(`${'x'.repeat(10 - CUT_MARK.length)}${CUT_MARK}`);
  // A word that goes on after what is read may be half a secret.
  expect(redactAndCut('x'.repeat(41), 10, keep)).toBe(CUT_MARK);
});
