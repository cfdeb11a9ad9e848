import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinear } from '../../../test/support/linear.ts';
import { sqlFingerprint } from './fingerprint.ts';

test.each([
  ["SELECT * FROM users WHERE name = 'CANARY' AND id = 42", 'SELECT * FROM users WHERE name = ? AND id = ?'],
  [
    "INSERT INTO t1 (a, b2) VALUES ('it''s', -1.5e3, 0xFF, .5)",
    'INSERT INTO t1 (a, b2) VALUES (?, -?, ?, ?)',
  ],
  ['SELECT "user"."id" FROM "user 2" LIMIT 10', 'SELECT "user"."id" FROM "user 2" LIMIT ?'],
  [
    'UPDATE t SET a = $1 WHERE b = :name AND c = @p0 AND d = ?2',
    'UPDATE t SET a = $1 WHERE b = :name AND c = @p0 AND d = ?2',
  ],
  ["SELECT x'6162', E'a\\'CANARY', N'CANARY'", 'SELECT ?, ?, ?'],
  ['SELECT $$CANARY$$, $tag$CANARY$ $tag$, a::int', 'SELECT ?, ?, a::int'],
  ['SELECT 1 -- CANARY\n+ 2 /* CANARY */ + 3', 'SELECT ?  + ?   + ?'],
  ["SELECT q'[don't CANARY]' FROM dual", 'SELECT ? FROM dual'],
  ["SELECT 'C:\\', 'CANARY'", 'SELECT ?, ?'],
  ["SELECT 'CANARY", 'SELECT ?'],
])('replaces the values of %s in a standard dialect', (sql, fingerprint) => {
  expect(sqlFingerprint(sql, 'postgresql')).toBe(fingerprint);
});

test('handles double-quoted strings, backticks and backslashes in MySQL', () => {
  expect(
    sqlFingerprint("SELECT `a 1` FROM t WHERE b = \"CANARY\" AND c = 'it\\'s CANARY' # CANARY", 'mysql'),
  ).toBe('SELECT `a 1` FROM t WHERE b = ? AND c = ?  ');
});

test('drops everything after a string whose end is ambiguous', () => {
  for (const sql of ["SELECT 'C:\\', 'CANARY'", "SELECT 'it\\'s CANARY'"])
    expect(sqlFingerprint(sql, 'other_sql')).not.toContain('CANARY');
  expect(sqlFingerprint('SELECT "CANARY"', 'other_sql')).toBe('SELECT ?');
});

test('never keeps a value', () => {
  const value = fc.string({ unit: 'binary' }).map((text) => `CANARY${text}`);
  fc.assert(
    fc.property(value, (text) => {
      const fingerprint = sqlFingerprint(
        `SELECT a FROM t WHERE b = '${text.replaceAll("'", "''")}' AND c = 1`,
        'sqlite',
      );
      return fingerprint === 'SELECT a FROM t WHERE b = ? AND c = ?';
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => typeof sqlFingerprint(text, '') === 'string'),
  );
});

test.each([
  "'",
  "''",
  '"',
  '1',
  '1.',
  '$a',
  '$$',
  '/*',
  '--',
  'a',
  "q'[",
  '\\',
  '::',
  '/* ',
  '"a" not ',
  '"a" =',
  '"a"(',
  '#',
  '@1',
  "E'",
  '`',
  '[',
  "['",
  '[a',
  '/*!',
  '--a',
  "E'a'\n",
])('runs in linear time: %j', (unit) => {
  for (const system of ['postgresql', 'mysql', 'mssql', ''])
    expectLinear((size) => sqlFingerprint(unit.repeat(size / unit.length), system), `${unit} ${system}`);
});
