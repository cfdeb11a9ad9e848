import { describe, expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text } = createRedaction();

describe('a list of names', () => {
  test.each([
    "['password', 'email']",
    "fields: [ 'email', 'password', 'passwordConfirmation' ]",
    '{"redact":["authorization","cookie","set-cookie"],"fields":["access_token","user_id"]}',
    "select(['token', 'id']) and ['session', 'user']",
    '"{\\"omit\\":[\\"password\\",\\"name\\"]}"',
  ])('is kept: %s', (line) => {
    expect(text(line)).toBe(line);
  });

  test.each([
    "['password', 'CANARY']",
    "['password', 'email', 'token', 'CANARY']",
    "['password', 'mypassword']",
    "['password', 'email1']",
    "['password', 'password']",
    "['password', 'hunter']",
    "['password', 'email', 7]",
    "rawHeaders: ['host', 'email', 'authorization', 'CANARY']",
    "['password', ['email', 'CANARY']]",
    "'password', 'email'",
    '[\'password\', "email"]',
    "['password', 'email'",
  ])('is not this, so the value after the name of a secret is redacted: %s', (line) => {
    expect(text(line)).toContain('***');
    expect(text(line)).not.toMatch(/CANARY|mypassword|email1|hunter/);
  });

  test('does not hide a value after it', () => {
    expect(text("['password', 'email'] ['password', 'CANARY'] password=CANARY")).toBe(
      "['password', 'email'] ['password', ***] password=***",
    );
  });
});

describe('args and values', () => {
  test.each([
    '{"chart":"sales","values":[1, 2.5, -3, null, true]}',
    "{ label: 'size', values: [ 10, 20, 30 ] }",
    '{"fn":"resize","args":[640,480]}',
    "{ fn: 'pick', args: ['email', 'name'] }",
    'values: []',
  ])('are kept if they are numbers or names: %s', (line) => {
    expect(text(line)).toBe(line);
  });

  test.each([
    "values: ['CANARY']",
    "args: ['CANARY', 1]",
    'values: [1234567890123]',
    "{ sql: 'update t set a = ?', values: [ 4711 ] }",
    'query 5: values: [4711, 4712]',
    "command: { name: 'auth', args: [ 4711 ] }",
    'values: [1, {"a":"CANARY"}]',
    "values: [1, 'CANARY'",
  ])('are redacted otherwise: %s', (line) => {
    expect(text(line)).not.toMatch(/CANARY|471|1234567890123/);
  });
});

describe('text after a statement', () => {
  test.each([
    ["SELECT id FROM t WHERE b = 'CANARY'; 3 rows in 12 ms", 'SELECT id FROM t WHERE b = ?; 3 rows in 12 ms'],
    [
      'Executing: DELETE FROM t WHERE b = 7;\nworker 4 is done',
      'Executing: DELETE FROM t WHERE b = ?;\nworker 4 is done',
    ],
    ["select id from t where b = 'CANARY' +5ms", 'select id from t where b = ? +5ms'],
    ['query: select id from t where b = 7 (3.25ms)', 'query: select id from t where b = ? (3.25ms)'],
    ['SELECT id FROM t LIMIT 5 took 12 ms', 'SELECT id FROM t LIMIT ? took 12 ms'],
    ['Query: SELECT 1\nDuration: 5ms', 'Query: SELECT ?\nDuration: 5ms'],
  ])('is kept: %s', (line, kept) => {
    expect(text(line)).toBe(kept);
  });

  test.each([
    "SELECT 1; SET x = 'CANARY'",
    'SELECT 1; SET x = 4711',
    'SELECT 1; SET x = $a$CANARY$a$',
    "INSERT INTO t VALUES ('a; b', 'CANARY')",
    "INSERT INTO t VALUES ('a;\\'', 'CANARY'); 4711' done",
    "SELECT 'a; CANARY 4711 rows",
    'SELECT id FROM t WHERE pin = 4711 ms',
    'SELECT id FROM t WHERE pin IN (1, 4711 s',
    "SELECT 'CANARY 12 ms",
    'SELECT id FROM t /* ; 4711 12 ms',
    'SELECT id FROM t WHERE token: 12;CANARY',
    "select 'a' from {name: 'token', value: ;4711",
    'SELECT id FROM t; password: CANARY',
    'SELECT id FROM t; token CANARY=1; b = 4711; done',
  ])('is redacted if it may be part of it: %s', (line) => {
    expect(text(line).replace('token CANARY', '')).not.toMatch(/CANARY|4711/);
  });
});
