import { expect, test } from 'vitest';
import { redactStatementError } from './statement.ts';

const INSERT = 'INSERT INTO people (name, id) VALUES (?, ?)';

test.each([
  [
    'error: invalid input syntax for type integer: "CANARY"',
    'error: invalid input syntax for type integer: ?',
  ],
  [
    'error: invalid input syntax for type integer: "a"CANARY"b"',
    'error: invalid input syntax for type integer: ?',
  ],
  [
    'error: value "4111111111" is out of range for type integer',
    'error: value ? is out of range for type integer',
  ],
  ["Error: Duplicate entry 'CANARY' for key 'people_name'", 'Error: Duplicate entry ?'],
  ["Error: Duplicate entry 'it's CANARY' for key 'name'", 'Error: Duplicate entry ?'],
  [
    "Error: Incorrect integer value: 'CANARY' for column `shop`.`people`.`id` at row 1",
    'Error: Incorrect integer value: ? for column `shop`.`people`.`id` at row 1',
  ],
  [
    "Error: You have an error in your SQL syntax; near 'WHERE a = 'CANARY'' at line 1",
    'Error: You have an error in your SQL syntax; near ? at line 1',
  ],
  ['Error: unrecognized token: "\'CANARY"', 'Error: unrecognized token: ?'],
  [
    "RequestError: Conversion failed when converting the varchar value 'CANARY' to data type int.",
    'RequestError: Conversion failed when converting the varchar value ? to data type int.',
  ],
  ['RequestError: The duplicate key value is (CANARY, 7).', 'RequestError: The duplicate key value is ?'],
  [`error: invalid value: "${'x"'.repeat(300)} CANARY`, 'error: invalid value: ?'],
  ['error: invalid value: "CANARY', 'error: invalid value: ?'],
  ['"CANARY" is not valid', '? is not valid'],
  ['error: "name"\'CANARY\' is not valid', 'error: "name"? is not valid'],
  ['error: invalid value: "people name"', 'error: invalid value: ?'],
  ['error: invalid value: "people.hunter2"', 'error: invalid value: ?'],
  ['error: invalid value: "$"', 'error: invalid value: ?'],
  [`error: "CANARY"${' x'.repeat(232)}`, `error: ?${' x'.repeat(232)}`],
  [`error: "CANARY" ${' x'.repeat(232)}`, 'error: ?'],
])('removes the value from %s', (error, redacted) => {
  expect(redactStatementError(error, INSERT)).toBe(redacted);
});

test.each([
  'error: column "name" of relation "people" does not exist',
  "Error: Unknown column 'people.name' in 'INSERT INTO'".replace("'INSERT INTO'", "'INTO'"),
  'SqliteError: UNIQUE constraint failed: people.name',
  'Error: connect ECONNREFUSED 127.0.0.1:5432',
])('keeps %s', (error) => {
  expect(redactStatementError(error, INSERT)).toBe(error);
});
