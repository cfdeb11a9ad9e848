import { expect, test } from 'vitest';
import { isComparedToValue } from './tokens.ts';

test.each([
  [' = ?', true],
  ['=$1', true],
  [' >= :id', true],
  [' <> @p0', true],
  [' != 7', true],
  [" ~ '^a'", true],
  [' IS NULL', true],
  [' is not null', true],
  [' IN (?, ?)', true],
  [' IN((1))', true],
  [' NOT IN ( $1 )', true],
  ['\n  not   like ?', true],
  [' ILIKE ?', true],
  [" GLOB '*.js'", true],
  [' BETWEEN 1 AND 9', true],
  // Otherwise it may be a value itself.
  [' = name', false],
  [' = "name"', false],
  [' IN (SELECT id FROM t)', false],
  [' BETWEEN a AND b', false],
  [' NOT ?', false],
  [' NOT NOT IN ?', false],
  [' OR ?', false],
  [' LIKELY ?', false],
  [', ?', false],
  [' ?', false],
  [' =', false],
  ['', false],
])('after a name, %j shows that it is compared to a value: %s', (sql, isCompared) => {
  expect(isComparedToValue(`"a"${sql}`, 3)).toBe(isCompared);
});
