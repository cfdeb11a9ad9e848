import { expect, test } from 'vitest';
import { jsonLine, jsonText, pickFields, readFields } from './json.ts';

test('an answer has its version and command first, and no invisible characters', () => {
  expect(jsonText('search', { url: '\u202e' })).toBe(
    '{\n  "version": 1,\n  "command": "search",\n  "url": "\\u202e"\n}',
  );
  expect(jsonLine({ a: 'x\ny', b: [1, 2] })).toBe('{"version":1,"a":"x\\ny","b":[1,2]}');
});

test('fields are printed in the order asked for', () => {
  const fields = readFields('url, token,url', ['token', 'url', 'status']);
  expect(JSON.stringify(pickFields({ token: 'a', url: 'b', status: 1 }, fields))).toBe(
    '{"url":"b","token":"a"}',
  );
  expect(pickFields({ token: 'a' }, ['user'])).toEqual({ user: null });
  expect(pickFields({ token: 'a' }, undefined)).toEqual({ token: 'a' });
});

test('a mistyped field is answered with the nearest one', () => {
  expect(() => readFields('tokn', ['token', 'url'])).toThrow(
    '--fields: "tokn" is not a field. Did you mean token? Fields: token, url.',
  );
  expect(() => readFields(' , ', ['token'])).toThrow('--fields: "" is not a field. Fields: token.');
});
