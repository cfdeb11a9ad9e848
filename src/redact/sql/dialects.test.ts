import { describe, expect, test } from 'vitest';
import { findLiterals, sqlFingerprint } from './fingerprint.ts';

test.each([
  // Prefixes of strings; a type before a string is not one.
  ['postgresql', "SELECT date'2024-01-01', numeric'1.5'", 'SELECT date?, numeric?'],
  ['postgresql', "SELECT e'it\\'s CANARY', n'C:\\', 'CANARY'", 'SELECT ?, ?, ?'],
  ['postgresql', "SELECT E'a\\\\', 'CANARY'", 'SELECT ?, ?'],
  ['postgresql', "SELECT E'a', 'CANARY'", 'SELECT ?, ?'],
  ['mysql', "SELECT N'it\\'s CANARY', 'C:\\\\', 'CANARY', '\\'', 1", 'SELECT ?, ?, ?, ?, ?'],
  ['mysql', 'SELECT \'a\'\'CANARY\', "a""CANARY"', 'SELECT ?, ?'],
  ['oracle', "SELECT nq'[it's]', Q'!it's!', faq'x', q2'y' FROM dual", 'SELECT ?, ?, faq?, q2? FROM dual'],
  ['mysql', "SELECT _'a', `a`'CANARY'", 'SELECT _?, `a`?'],
  ['postgresql', "SELECT a-'1', a/'2', a#'3', a*'4', a||'5'", 'SELECT a-?, a/?, a#?, a*?, a||?'],
  // Numbers and placeholders.
  ['postgresql', 'SELECT a[1:23], b[1 :2] FROM t', 'SELECT a[?:?], b[? :?] FROM t'],
  ['postgresql', 'SELECT t.a, .5, -.5, a.b.c', 'SELECT t.a, ?, -?, a.b.c'],
  [
    'oracle',
    'SELECT a FROM t WHERE a = :1 AND b IN (:2, :23)',
    'SELECT a FROM t WHERE a = :1 AND b IN (:2, :23)',
  ],
  ['mssql', 'SELECT a FROM t WHERE a = @1 AND b = @p2', 'SELECT a FROM t WHERE a = @1 AND b = @p2'],
  ['mssql', 'SELECT @12345, :12345, ?12345, $12345', 'SELECT @?, :?, ??, ?'],
  ['postgresql', 'SELECT :a$b, @a$b$c, $a', 'SELECT :a$b, @a$b$c, $a'],
  ['postgresql', "SELECT $1, 'CANARY'", 'SELECT $1, ?'],
  // Comments.
  ['postgresql', 'SELECT a */ b, a / b, a - b, a # b', 'SELECT a */ b, a / b, a - b, a # b'],
  ['postgresql', "SELECT /*! 'CANARY' */ 1", 'SELECT   ?'],
  ['postgresql', 'SELECT a --CANARY', 'SELECT a  '],
  ['postgresql', "SELECT a --it's\n, 'CANARY'", 'SELECT a  , ?'],
  ['mysql', 'SELECT /*! a */ b */ c', 'SELECT   a   b */ c'],
  ['mysql', "SELECT a #> 'CANARY\n+ 1", 'SELECT a  + ?'],
  ['mysql', 'SELECT 5--2, 1 --', 'SELECT ?--?, ? --'],
  ['', 'SELECT 1 /* CANARY */ + 2 --CANARY\n+ 3', 'SELECT ?   + ?  + ?'],
  ['', "SELECT /* it's */ 2, /*! CANARY */ 3", 'SELECT   ?,   ?'],
  ['', 'SELECT a #- CANARY\n, b # CANARY', 'SELECT a  , b  '],
  ['', "SELECT a # it's\n, 'CANARY'", 'SELECT a  , ?'],
  // Names in brackets.
  ['mssql', 'SELECT [a 1] FROM [t 2]', 'SELECT [a 1] FROM [t 2]'],
  ['postgresql', "SELECT a['b']['c'], d[1]", 'SELECT a[?][?], d[?]'],
  ['postgresql', "SELECT ARRAY[a, 'CANARY'], b", 'SELECT ARRAY[a, ?], b'],
  ['', "SELECT [id], 'CANARY' FROM [t]", 'SELECT [id], ? FROM [t]'],
  ['', "SELECT a['CANARY'] FROM t", 'SELECT a[?] FROM t'],
  ['', "SELECT [it'CANARY' FROM t", 'SELECT [it? FROM t'],
  // Names in quotes, and passwords that are written as names.
  ['postgresql', 'SELECT "", \'CANARY\', "b"', 'SELECT "", ?, "b"'],
  ['postgresql', 'SELECT a FROM t ORDER BY "name", name', 'SELECT a FROM t ORDER BY "name", name'],
  ['mysql', 'SELECT a FROM t GROUP BY `name`', 'SELECT a FROM t GROUP BY `name`'],
  ['mysql', 'ALTER USER jo IDENTIFIED WITH `p` BY "CANARY"', 'ALTER USER jo IDENTIFIED WITH `p` BY ?'],
  ['postgresql', 'ALTER USER jo IDENTIFIED WITH "p"', 'ALTER USER jo IDENTIFIED WITH "p"'],
  [
    'oracle',
    'alter user jo identified by "CANARY" account unlock',
    'alter user jo identified by ? account unlock',
  ],
  ['sqlite', 'ALTER USER jo IDENTIFIED BY "CANARY"', 'ALTER USER jo IDENTIFIED BY ?'],
  // Data follows.
  ['postgresql', 'copy t from stdin with csv\nCANARY', 'copy t from stdin?'],
  ['postgresql', 'SELECT stdin FROM stdin_log', 'SELECT stdin FROM stdin_log'],
])('%s reads %s', (system, sql, fingerprint) => {
  expect(sqlFingerprint(sql, system)).toBe(fingerprint);
});

test.each([
  ["SELECT 5--'a\nCANARY'", 'SELECT ??'],
  ["SELECT 1 /* a /* */ ' */ CANARY ', 1", 'SELECT ? ?'],
  ['SELECT 1 /*/* CANARY */ CANARY */', 'SELECT ? ?'],
  ["SELECT a /*! 'b*/ CANARY' */", 'SELECT a ?'],
  ["SELECT a #>'{CANARY}', CANARY", 'SELECT a ?'],
  ['SELECT a, [b"c], CANARY', 'SELECT a, ?'],
  ["SELECT 'C:\\', CANARY", 'SELECT ?'],
  ["SELECT E'C:\\\\', CANARY", 'SELECT ?'],
  ['SELECT "C:\\", CANARY', 'SELECT ?'],
])('in an unknown dialect, nothing after %s is kept', (sql, fingerprint) => {
  for (const system of ['', 'other_sql', 'constructor'])
    expect(sqlFingerprint(sql, system)).toBe(fingerprint);
});

const LONGEST = 'n'.repeat(62);
describe('a name in double quotes in SQLite', () => {
  test.each([
    'INSERT INTO "s"."t" ("a", "b") VALUES (?)',
    'INSERT INTO /* c */ t ("a") SELECT b',
    'SELECT * FROM "a", "b" ORDER BY "t"."c" DESC, "d" ASC, "e"',
    'CREATE TABLE IF NOT EXISTS "t" (a text REFERENCES "u" (b))',
    'CREATE INDEX "i" ON t (a)',
    'SELECT * FROM a LEFT JOIN "b" WHERE "c" IS NULL AND "d" BETWEEN ? AND ?',
    `SELECT * FROM "${LONGEST}"`,
  ])('is kept in %s', (sql) => {
    expect(sqlFingerprint(sql, 'sqlite')).toBe(sql.replace('/* c */', ' '));
  });

  test.each([
    ['INSERT INTO t VALUES ("CANARY")', 'INSERT INTO t VALUES (?)'],
    ['INSERT INTO t SELECT a, ("CANARY")', 'INSERT INTO t SELECT a, (?)'],
    ['INSERT INTO \'t\' ("CANARY")', 'INSERT INTO ? (?)'],
    ['INSERT INTO t (a) VALUES (f("CANARY"))', 'INSERT INTO t (a) VALUES (f(?))'],
    ['SELECT * FROM "t" WHERE f(a, "CANARY")', 'SELECT * FROM "t" WHERE f(a, ?)'],
    ['SELECT * FROM "t", f(a), "CANARY"', 'SELECT * FROM "t", f(a), ?'],
    ['SELECT a, "CANARY"', 'SELECT a, ?'],
    ['SELECT t."a", "CANARY"', 'SELECT t."a", ?'],
    ['(SELECT "CANARY")', '(SELECT ?)'],
    ['INSERT INTO t (a) SELECT "CANARY"', 'INSERT INTO t (a) SELECT ?'],
    ['SELECT * FROM "t" "CANARY"', 'SELECT * FROM "t" ?'],
    ['SELECT * FROM "CANARY', 'SELECT * FROM ?'],
    ['SELECT * FROM "CAN\\ARY"', 'SELECT * FROM ?'],
    [`SELECT * FROM "${LONGEST}n"`, 'SELECT * FROM ?'],
  ])('is replaced in %s', (sql, fingerprint) => {
    expect(sqlFingerprint(sql, 'sqlite')).toBe(fingerprint);
  });
});

test.each([
  ["SELECT 'a'", false],
  ["SELECT 'a", true],
  ["SELECT 'it\\'s' FROM t", true],
  ['SELECT "a', true],
  ['SELECT `a', true],
  ['SELECT `a`', false],
  ['SELECT $$a$$ FROM t', false],
  ['SELECT $$a', true],
  ['SELECT 1 -- a', true],
  ['SELECT 1 -- a\n+ 2', false],
  ['SELECT /* a */ 1', false],
  ['SELECT 1 /* a', true],
  ['SELECT 1', false],
])('%s ends inside of a literal or comment: %s', (sql, isOpen) => {
  expect(findLiterals(sql, '').isOpen).toBe(isOpen);
});
