import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob, parseGlob } from './glob.ts';

const matches = (pattern: string, text: string) => matchesGlob(parseGlob(pattern), text);

test.each([
  ['/health', '/health', true],
  ['/health', '/health/', false],
  ['', '', true],
  ['*', '', true],
  ['*', 'anything', true],
  ['/assets/*', '/assets/', true],
  ['/assets/*', '/asset', false],
  ['*.js', '/app.js', true],
  ['*.js', '/app.json', false],
  ['a*b*c', 'a-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['a**c', 'ac', true],
  ['aba*ba', 'abaXba', true],
  ['aba*ba', 'aba', false],
  ['*ab*ab', 'ab', false],
  ['*ab*ab', 'abab', true],
  ['a*b*b', 'ab', false],
])('%s against %j is %s', (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
});

test('a backslash escapes a star and a backslash, and is literal otherwise', () => {
  expect(parseGlob('a\\*b*c\\\\*\\d')).toEqual(['a*b', 'c\\', '\\d']);
  expect(matches('x=\\*', 'x=*')).toBe(true);
  expect(matches('x=\\*', 'x=1')).toBe(false);
});

test('agrees with a regular expression', () => {
  const letters = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 12 });
  fc.assert(
    fc.property(letters('a', 'b', '*', '\n'), letters('a', 'b', '\n'), (pattern, text) => {
      const reference = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's');
      expect(matches(pattern, text)).toBe(reference.test(text));
    }),
    { numRuns: 5000 },
  );
});

test('does not backtrack', () => {
  const start = performance.now();
  expect(matches(`${'*a'.repeat(500)}*b`, 'a'.repeat(100_000))).toBe(false);
  expect(matches(`${'*a'.repeat(500)}*b*`, 'a'.repeat(100_000))).toBe(false);
  expect(performance.now() - start).toBeLessThan(1000);
});
