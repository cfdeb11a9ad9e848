import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('breaks lines and indents as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      expect(prettyJson(JSON.stringify(value, null, 4))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('leaves everything else as it is: numbers, duplicate keys, several texts, a missing end', () => {
  expect(prettyJson('{"a":12345678901234567890,"a":1e400}')).toBe(
    '{\n  "a": 12345678901234567890,\n  "a": 1e400\n}',
  );
  expect(prettyJson('{"a":1}\n{"b":2}\n')).toBe('{\n  "a": 1\n}\n{\n  "b": 2\n}');
  expect(prettyJson('{"a":[1,"two')).toBe('{\n  "a": [\n    1,\n    "two');
  expect(prettyJson('{"a":"x…cut"')).toBe('{\n  "a": "x…cut"');
});

test('stays small for deep nesting', () => {
  expect(prettyJson('['.repeat(100_000)).length).toBeLessThan(5_000_000);
});
