import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sqlFingerprint } from './fingerprint.ts';

const STANDARD = ['postgresql', 'mssql', 'oracle'];
const ALL = [...STANDARD, 'sqlite', 'mysql', 'mariadb', 'other_sql', ''];

test.each([
  ['SELECT $t1$CANARY$t1$, $$CAN$x$ARY$$, $é_2$CANARY$é_2$', 'SELECT ?, ?, ?'],
  ["SELECT E'a\\'CANARY', U&'d\\0061 CANARY', U&'x' UESCAPE '!'", 'SELECT ?, U&?, U&? UESCAPE ?'],
  ['SELECT 1 /* /* CANARY */ CANARY */ + 2', 'SELECT ?   + ?'],
  ['SELECT 1 /* /* */ CANARY', 'SELECT ?  '],
  [
    'SELECT a FROM t WHERE b=12345 AND c>-1.5e-3 AND d<.25||0b0101',
    'SELECT a FROM t WHERE b=? AND c>-? AND d<?||?',
  ],
  ['SELECT 0xCANARY, 0b1, 1_000, 7CANARY, 1.5CANARY, 1e5', 'SELECT ?, ?, ?, ?, ?, ?'],
  ["SELECT x'43414e', b'0101', N'CANARY', _utf8'CANARY', _utf8 'CANARY'", 'SELECT ?, ?, ?, ?, _utf8 ?'],
  ['SELECT $12345678, $123.45, arr[1:23456]', 'SELECT ?, ?, arr[?:?]'],
  ['SELECT "CANARY', 'SELECT ?'],
  ['SELECT `CANARY', 'SELECT ?'],
  ["SELECT 'CANARY", 'SELECT ?'],
  ['SELECT $a$CANARY', 'SELECT ?'],
  ["SELECT a - - - - -----BEGIN KEY-----\nCANARY'", 'SELECT a - - - - ?'],
  ['ALTER USER jo IDENTIFIED BY CANARY ACCOUNT UNLOCK', 'ALTER USER jo IDENTIFIED BY ? ACCOUNT UNLOCK'],
  ['ALTER USER jo IDENTIFIED BY "CANARY"', 'ALTER USER jo IDENTIFIED BY ?'],
  ["ALTER USER jo IDENTIFIED WITH sha256 BY 'CANARY'", 'ALTER USER jo IDENTIFIED WITH sha256 BY ?'],
  ['COPY t (a) FROM STDIN;\n1\tCANARY\n\\.', 'COPY t (a) FROM STDIN?'],
])('replaces the values of %s', (sql, fingerprint) => {
  expect(sqlFingerprint(sql, 'postgresql')).toBe(fingerprint);
});

describe('a name in double quotes', () => {
  test.each([
    ['SELECT a FROM t WHERE b = "CANARY"', 'SELECT a FROM t WHERE b = ?'],
    ['INSERT INTO "t" ("a", "b 2") VALUES ("CANARY", ?)', 'INSERT INTO "t" ("a", "b 2") VALUES (?, ?)'],
    ['UPDATE "t" SET "a" = ?, "b" = "CANARY" WHERE "id" = 7', 'UPDATE "t" SET "a" = ?, ? = ? WHERE "id" = ?'],
    ['SELECT "CANARY" FROM "t" AS "u"', 'SELECT ? FROM "t" AS "u"'],
    [
      'SELECT "t"."a" FROM "t" JOIN "u" ON "t"."id" = "u"."id"',
      'SELECT "t"."a" FROM "t" JOIN "u" ON "t"."id" = "u"."id"',
    ],
    [
      'DELETE FROM "t" WHERE "a" IN (?, "CANARY") AND "b" IS NULL',
      'DELETE FROM "t" WHERE "a" IN (?, ?) AND "b" IS NULL',
    ],
    ['SELECT * FROM t ORDER BY "a" DESC, "b" LIMIT ?', 'SELECT * FROM t ORDER BY "a" DESC, "b" LIMIT ?'],
    ['SELECT lower("CANARY")', 'SELECT lower(?)'],
    ['SELECT 1 WHERE "CANARY" = a', 'SELECT ? WHERE ? = a'],
  ])('is kept in SQLite only where it cannot be a string: %s', (sql, fingerprint) => {
    expect(sqlFingerprint(sql, 'sqlite')).toBe(fingerprint);
    expect(sqlFingerprint(sql, 'other_sql')).toBe(fingerprint);
  });

  test('is always a name in the standard, and always a string in MySQL', () => {
    expect(sqlFingerprint('SELECT "a" FROM "t"', 'postgresql')).toBe('SELECT "a" FROM "t"');
    expect(sqlFingerprint('SELECT "CANARY" FROM `t` WHERE a = "C\\"ANARY"', 'mysql')).toBe(
      'SELECT ? FROM `t` WHERE a = ?',
    );
  });
});

test('drops the comments of MySQL and of unknown dialects', () => {
  for (const system of ['mysql', 'sqlite', ''])
    expect(sqlFingerprint("SELECT 1 # CANARY's\n+ 2", system)).toBe('SELECT ?  + ?');
  expect(sqlFingerprint("SELECT a #>> '{b}' FROM t", 'postgresql')).toBe('SELECT a #>> ? FROM t');
});

test.each([
  ['postgresql', "SELECT E'a'\n  'b\\'CANARY' FROM t", 'SELECT ? FROM t'],
  ['postgresql', "SELECT E'a' -- x\n'b\\'CANARY', 2", 'SELECT ?, ?'],
  ['postgresql', "SELECT a['CANARY'], b #>> '{CANARY}', c->'CANARY'", 'SELECT a[?], b #>> ?, c->?'],
  ['mssql', "SELECT [it's], 'CANARY', [a]]'b], N'CANARY' FROM [t]", "SELECT [it's], ?, [a]]'b], ? FROM [t]"],
  ['mssql', "SELECT 'a', [CANARY", 'SELECT ?, ?'],
  ['sqlite', "SELECT [it's], 'CANARY' FROM t", "SELECT [it's], ? FROM t"],
  ['mysql', "SELECT 5--'a\nCANARY' FROM t", 'SELECT ?--? FROM t'],
  ['mysql', "SELECT 5 -- 'a\n, 'CANARY'", 'SELECT ?  , ?'],
  ['mysql', "SELECT /*!50100 'a*/b CANARY', 7, */ 'CANARY'", 'SELECT   ?, ?,   ?'],
  ['mysql', "SELECT /*M!100 1 */ + /*! 'CANARY' */ c", 'SELECT   ?   +   ?   c'],
  ['mysql', "SELECT /* a /* */ ' */ CANARY ', 1", 'SELECT   ?, ?'],
  ['oracle', "SELECT /* a /* */ ' */ CANARY ', 1", 'SELECT   ?, ?'],
  ['postgresql', 'SELECT /* a /* */ CANARY */ 1', 'SELECT   ?'],
])('reads %s as its server does: %s', (system, sql, fingerprint) => {
  expect(sqlFingerprint(sql, system)).toBe(fingerprint);
});

test.each([
  "SELECT 5--'a\nCANARY'",
  "SELECT /* a /* */ ' */ CANARY ', 1",
  "SELECT /*! 'a*/b CANARY' */ 1",
  "SELECT [it's], 'CANARY'",
  "SELECT a['CANARY'], 'CANARY'",
])('drops what may be a value in one dialect: %s', (sql) => {
  expect(sqlFingerprint(sql, '')).not.toContain('CANARY');
});

const CANARY = 'QZXCANARYQZX';
interface Literal {
  readonly text: string;
  readonly systems: readonly string[];
}
const doubled = (text: string, quote: string) => text.replaceAll(quote, quote + quote);
const escaped = (text: string, quote: string) =>
  text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
/** Every way to write a value that the dialect allows. */
function literals(value: string): Literal[] {
  const tag = value.includes('$') ? '$q9z$' : '$$';
  const hex = Buffer.from(value).toString('hex');
  return [
    { text: `'${doubled(value, "'")}'`, systems: value.includes('\\') ? [...STANDARD, 'sqlite'] : ALL },
    { text: `N'${doubled(value, "'")}'`, systems: STANDARD },
    { text: `E'${escaped(value, "'")}'`, systems: ['postgresql', '', 'other_sql'] },
    { text: `U&'${doubled(value, "'")}'`, systems: ['postgresql'] },
    { text: `'${escaped(value, "'")}'`, systems: ['mysql', 'mariadb', '', 'other_sql'] },
    { text: `"${escaped(value, '"')}"`, systems: ['mysql', 'mariadb', '', 'other_sql'] },
    {
      text: `"${doubled(value, '"')}"`,
      systems: value.includes('\\') ? ['sqlite'] : ['sqlite', 'mysql', '', 'other_sql'],
    },
    { text: `${tag}${value}${tag}`, systems: ['postgresql', 'cockroachdb', ''] },
    { text: `$t1$${value}$t1$`, systems: ['postgresql', 'cockroachdb', ''] },
    { text: `q'[${value.replaceAll("'", '')}]'`, systems: ['oracle'] },
    { text: `x'${hex}'`, systems: ALL },
    { text: `0x${hex}`, systems: ALL },
    { text: `/* ${value.replaceAll('*/', '').replaceAll('/*', '')} */ 1`, systems: ALL },
    {
      text: `/* /* a */ ${value.replaceAll('*/', '').replaceAll('/*', '')} */ 1`,
      systems: ['postgresql', 'mssql', ''],
    },
    { text: `1 -- ${value.replaceAll('\n', '')}\n`, systems: ALL },
    { text: `1 # ${value.replaceAll('\n', '')}\n`, systems: ['mysql', 'mariadb', ''] },
    { text: `9${CANARY}`, systems: ALL },
  ];
}
const STATEMENTS = [
  (value: string) => `SELECT a, "b" FROM t WHERE c = ${value} AND d = 1`,
  (value: string) => `select * from t where c=${value}or d<>2`,
  (value: string) => `INSERT INTO t (a, b) VALUES (${value}, ${value}), (1, ${value}) RETURNING id`,
  (value: string) => `UPDATE t SET a=${value}, b = lower(${value}) WHERE c IN (${value},${value})`,
  (value: string) => `SELECT ${value} AS x, coalesce(a,${value}) FROM t LIMIT 5`,
  (value: string) => `DELETE FROM t WHERE ${value} = a OR a LIKE ${value} ESCAPE '!'`,
  (value: string) => `WITH x AS (SELECT ${value}) CALL p(${value}, $1, :name, @p0)`,
  (value: string) => `SELECT a FROM t WHERE b = ${value.slice(0, -1)}`,
];

test('never keeps a value, in any literal of any dialect', () => {
  const part = fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '`',
      '\\',
      '$',
      '$$',
      '/*',
      '*/',
      '--',
      '#',
      '\n',
      ' ',
      'é',
      '😀',
      ';',
      '(',
      ')',
      'x',
      '?',
      ']',
      '0',
    ),
    maxLength: 6,
  });
  const value = fc.tuple(part, part).map(([before, after]) => `${before}${CANARY}${after}`);
  fc.assert(
    fc.property(value, fc.nat(), fc.nat(), fc.nat(), (text, kind, statement, dialect) => {
      const all = literals(text);
      const { text: literal, systems } = all[kind % all.length] as Literal;
      const build = STATEMENTS[statement % STATEMENTS.length] as (value: string) => string;
      const sql = build(literal);
      const fingerprint = sqlFingerprint(sql, systems[dialect % systems.length] ?? '');
      for (const leak of [CANARY, Buffer.from(CANARY).toString('hex')])
        expect({ sql, fingerprint, leak: fingerprint.includes(leak) }).toEqual({
          sql,
          fingerprint,
          leak: false,
        });
    }),
    { numRuns: Number(process.env.SQL_RUNS ?? 5000) },
  );
});
