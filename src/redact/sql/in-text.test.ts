import { expect, test } from 'vitest';
import { createRules } from '../rules.ts';
import { redactText } from '../text/find-secrets.ts';

const redact = (text: string) => redactText(text, createRules([], [], false));

test.each([
  ['SELECT a FROM t WHERE b = 7', 'SELECT a FROM t WHERE b = ?'],
  ["select a from t where b='x'", 'select a from t where b=?'],
  ['select 7', 'select ?'],
  ['select now(), 7', 'select now(), ?'],
  ["select\n  'a', 7", 'select\n  ?, ?'],
  ['INSERT INTO t VALUES (7)', 'INSERT INTO t VALUES (?)'],
  ['INSERT IGNORE INTO t VALUES (7)', 'INSERT IGNORE INTO t VALUES (?)'],
  ['INSERT OR REPLACE INTO t VALUES (7)', 'INSERT OR REPLACE INTO t VALUES (?)'],
  ['INSERT OVERWRITE TABLE t VALUES (7)', 'INSERT OVERWRITE TABLE t VALUES (?)'],
  ['UPDATE t SET a = 7', 'UPDATE t SET a = ?'],
  ['UPDATE ONLY t AS u SET a = 7', 'UPDATE ONLY t AS u SET a = ?'],
  ['UPDATE LOW_PRIORITY s.t u\n  SET a = 7', 'UPDATE LOW_PRIORITY s.t u\n  SET a = ?'],
  ['update ignore t set a = 7', 'update ignore t set a = ?'],
  ['DELETE FROM t WHERE a = 7', 'DELETE FROM t WHERE a = ?'],
  ['REPLACE INTO t VALUES (7)', 'REPLACE INTO t VALUES (?)'],
  ['MERGE INTO t USING u ON 7', 'MERGE INTO t USING u ON ?'],
  ['UPSERT INTO t VALUES (7)', 'UPSERT INTO t VALUES (?)'],
  ['WITH x AS (SELECT 7) TABLE x', 'WITH x AS (SELECT ?) TABLE x'],
  [
    'WITH RECURSIVE x (a, b) AS MATERIALIZED (SELECT 7)',
    'WITH RECURSIVE x (a, b) AS MATERIALIZED (SELECT ?)',
  ],
  ['with x as(select 7)', 'with x as(select ?)'],
  ['CALL p(7)', 'CALL p(?)'],
  ['CALL `s`.`p` (7)', 'CALL `s`.`p` (?)'],
  ['EXEC dbo.p 7', 'EXEC dbo.p ?'],
  ["exec [dbo].[p] N'x'", 'exec [dbo].[p] ?'],
  ['exec p @a = 7', 'exec p @a = ?'],
  ['EXECUTE p(7)', 'EXECUTE p(?)'],
  ["EXECUTE p 'x'", 'EXECUTE p ?'],
  ["CREATE USER jo IDENTIFIED BY 'x'", 'CREATE USER jo IDENTIFIED BY ?'],
  ["CREATE OR REPLACE ROLE r PASSWORD 'x'", 'CREATE OR REPLACE ROLE r PASSWORD ?'],
  ["CREATE LOGIN l WITH PASSWORD = 'x'", 'CREATE LOGIN l WITH PASSWORD = ***'],
  ['ALTER USER jo IDENTIFIED BY hunter2', 'ALTER USER jo IDENTIFIED BY ?'],
  ["ALTER ROLE r PASSWORD 'x'", 'ALTER ROLE r PASSWORD ?'],
  [
    'GRANT SELECT, INSERT ON t TO jo IDENTIFIED BY hunter2',
    'GRANT SELECT, INSERT ON t TO jo IDENTIFIED BY ?',
  ],
  ['grant dba to jo identified by hunter2', 'grant dba to jo identified by ?'],
  ["SET PASSWORD FOR jo = 'x'", 'SET PASSWORD FOR jo = ?'],
  ["COPY t (a, b) FROM 's3://x'", 'COPY t (a, b) FROM ?'],
  ['copy t from stdin\n1\t2', 'copy t from stdin?'],
  ["LOAD DATA INFILE 'x' INTO TABLE t", 'LOAD DATA INFILE ? INTO TABLE t'],
])('replaces the values of %s', (sql, fingerprint) => {
  expect(redact(sql)).toBe(fingerprint);
  expect(redact(`Query failed. ${sql}`)).toBe(`Query failed. ${fingerprint}`);
});

test.each([
  'insert coin 7',
  'update the app to version 7',
  'update 7 things and set "a"',
  'delete file 7',
  'replace item 7',
  'merge branch 7',
  'upsert of 7 rows',
  'with 7 items as usual',
  'call me at 7',
  'exec failed with 7',
  'execute the job 7',
  'create account 7',
  'alter ego 7',
  'grant access to user 7',
  'grant 7 wishes: identified',
  'set password of 7',
  'copy file 7',
  'load file 7',
  'selected 7 from t',
  'preselect 7 from t',
  'select plan 7',
  'select plan 7, see $x',
  'select a plan for 7 days',
  'select  A plan from 7',
  'select an item from 7',
  'select the 7 items from the list',
  'select your plan from 7',
  'select one from 7',
  'select any from 7',
  'select all from 7',
  'select at least 7 from the list',
  'Please select from 7 options',
  'choose from 7, then select plan 8',
])('keeps the sentence %s', (sentence) => {
  expect(redact(sentence)).toBe(sentence);
});

test('a password may follow another word `identified`', () => {
  expect(redact('The identified user ran: grant dba to jo identified by hunter2')).toBe(
    'The identified user ran: grant dba to jo identified by ?',
  );
});

test.each([
  ["{ sql: 'select a from t where b = 7', n: 8 }", "{ sql: 'select a from t where b = ?', n: 8 }"],
  [
    "{ sql: 'select * from \"t\" where b = \\'x\\' and c = 7', n: 8 }",
    '{ sql: \'select * from "t" where b = ? and c = ?\', n: 8 }',
  ],
  [
    '"{\\"sql\\":\\"select * from \\\\\\"t\\\\\\" where b = 7\\",\\"n\\":8}"',
    '"{\\"sql\\":\\"select * from \\\\\\"t\\\\\\" where b = ?\\",\\"n\\":8}"',
  ],
  ['"select a,\\n\\tb\\r from t where c = 7", 8', '"select a,\\n\\tb\\r from t where c = ?", 8'],
  ['"select a from t where b = E\'\\\\\\\\n\' and c = 7", 8', '"select a from t where b = ? and c = ?", 8'],
  [
    '"\\n\\n  run_it; (select a from t where b = 7)", 8',
    '"\\n\\n  run_it; (select a from t where b = ?)", 8',
  ],
  ['["select 7", "select 8"] 9', '["select ?", "select ?"] 9'],
  ['sql: "select a from t where b = 7', 'sql: "select a from t where b = ?'],
  // No quote encloses these.
  ['"a" select 7', '"a" select ?'],
  ["the user's select 7", "the user's select ?"],
  ['a" select 7", 8', 'a" select ??'],
])('a statement in quotes ends with them: %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  "insert into t values ('O\\'Brien', 'CANARY')",
  "{\"sql\":\"insert into t values ('O\\\\'Brien', 'CANARY')\"}",
  "sql: 'insert into t values (\\'O\\\\\\'Brien\\', \\'CANARY\\')'",
  "insert into t values ('O''Brien', 'CANARY')",
  "insert into t values ('a; b', 'CANARY",
  'select $$a; CANARY',
  "insert into log values ('Error: x\n    at run (a.js:1:2)', 'CANARY')",
  "sql: 'select a ' +\n  'from t ' +\n  'where b = \\'CANARY\\''",
  "select a from t where b = 'x' -- 'CANARY'",
  'select a from t /* CANARY */ where b = 7',
  'select id from t /* CANARY 12 ms',
])('keeps no value of %s', (text) => {
  expect(redact(text)).not.toContain('CANARY');
});

test.each([' 12ms', ' +5ms', ' (12.25ms)', ' [7 ms]', ' 250µs', ' 2s', '\n12ms', ' 123456.123456ms    '])(
  'keeps the duration %j after a statement',
  (duration) => {
    expect(redact(`select a from t where b = 7${duration}`)).toBe(`select a from t where b = ?${duration}`);
    expect(redact(`select a from t${duration}`)).toBe(`select a from t${duration}`);
  },
);

test.each([
  ['select a from t where b =\n12ms', 'select a from t where b =\n?'],
  ['select a from t where b = 7 1234567ms', 'select a from t where b = ? ?'],
  ['select a from t where b = 7 12ms x', 'select a from t where b = ? ? x'],
])('replaces what is not a duration: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

const FRAME = '\n    at run (app.js?v=77:3:4)';
test.each([
  [
    `Error: select a from t where b = 'x'${FRAME}${FRAME}`,
    `Error: select a from t where b = ?${FRAME}${FRAME}`,
  ],
  [`a${FRAME}\nselect a from t where b = 7`, `a${FRAME}\nselect a from t where b = ?`],
])('a statement ends before its stack: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test('finds any number of statements', () => {
  expect(redact(`\nselect 'CANARY' from t${FRAME}`.repeat(200))).not.toContain('CANARY');
});
