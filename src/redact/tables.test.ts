import { expect, test } from 'vitest';
import { createRules } from './rules.ts';
import { redactTables } from './tables.ts';

const rules = createRules([], [], false);
const redact = (...lines: string[]) => redactTables(lines.join('\n'), rules).split('\n');

test('redacts the columns of console.table, also of values with several lines', () => {
  expect(
    redact(
      'users:',
      '┌─────────┬──────┬───────────┐',
      '│ (index) │ user │ password  │',
      '├─────────┼──────┼───────────┤',
      "│ 0       │ 'jo' │ 'hunter2' │",
      "│ 1       │ 'al' │ 'one",
      '',
      '  two',
      "three'             │",
      '│ 2       │      │           │',
      '└─────────┴──────┴───────────┘',
      'one line, kept',
    ),
  ).toEqual([
    'users:',
    '┌─────────┬──────┬───────────┐',
    '│ (index) │ user │ password  │',
    '├─────────┼──────┼───────────┤',
    "│ 0       │ 'jo' │ *** │",
    "│ 1       │ 'al' │ *** ",
    '',
    '***',
    "three'             │",
    '│ 2       │      │           │',
    '└─────────┴──────┴───────────┘',
    'one line, kept',
  ]);
});

test('redacts the rows that a first cell names', () => {
  expect(
    redact(
      '┌──────────┬───────────┐',
      '│ (index)  │ Values    │',
      '├──────────┼───────────┤',
      "│ user     │ 'jo'      │",
      "│ password │ 'hunter2' │",
      '└──────────┴───────────┘',
    ),
  ).toEqual([
    '┌──────────┬───────────┐',
    '│ (index)  │ Values    │',
    '├──────────┼───────────┤',
    "│ user     │ 'jo'      │",
    '│ password │ ***',
    '└──────────┴───────────┘',
  ]);
});

test('redacts the columns of psql, up to the line with their number', () => {
  expect(
    redact(
      ' id | name | password | pin ',
      '----+------+----------+-----',
      '  1 | jo   | hunter2  | 12  ',
      '  2 | a|b  | hunter2  | 12  ',
      '  3 |      |          |     ',
      '(3 rows)',
      '  4 | jo   | kept     | 12  ',
      ' id | name',
      '----+------',
      '  5 | kept',
    ),
  ).toEqual([
    ' id | name | password | pin ',
    '----+------+----------+-----',
    '  1 | jo   | *** | *** ',
    '  2 | a| *** | *** | *** ',
    '  3 |      |          |     ',
    '(3 rows)',
    '  4 | jo   | kept     | 12  ',
    ' id | name',
    '----+------',
    '  5 | kept',
  ]);
});

test('redacts the columns of MySQL, and of Markdown', () => {
  expect(
    redact(
      '+----+----------+',
      '| id | password |',
      '+----+----------+',
      '|  1 | hunter2  |',
      '+----+----------+',
      '|  2 | hunter2  |',
    ),
  ).toEqual([
    '+----+----------+',
    '| id | password |',
    '+----+----------+',
    '|  1 | *** |',
    '+----+----------+',
    '|  2 | *** |',
  ]);
  expect(redact('| name | token |', '|:-----|------:|', '| jo   | abc   |')).toEqual([
    '| name | token |',
    '|:-----|------:|',
    '| jo   | *** |',
  ]);
});

test('redacts the rows of psql with expanded display', () => {
  expect(
    redact('-[ RECORD 1 ]', 'id       | 1', 'password | hunter2', '  ', '  pin    | 12', 'token | a | b', ''),
  ).toEqual(['-[ RECORD 1 ]', 'id       | 1', 'password | ***', '  ', '  pin    | ***', 'token | ***', '']);
});

test('redacts the columns of CSV', () => {
  expect(
    redact(
      'id,"user.name",password,zip-code',
      '1,jo,hunter2,123',
      '"2","Doe, Jo","hunter2",4',
      '3,,,',
      '',
      '4,jo,kept,5',
    ),
  ).toEqual([
    'id,"user.name",password,zip-code',
    '1,jo, *** , *** ',
    '"2","Doe, *** , *** , *** ',
    '3,,,',
    '',
    '4,jo,kept,5',
  ]);
  expect(redact('Token , id', 'abc,1', '---', 'def,2')).toEqual(['Token , id', ' *** ,1', '---', ' *** ,2']);
});

const LONGEST = `${'a'.repeat(56)}password`;
test.each([
  [
    ['--', '|password|x'],
    ['--', '|password| ***'],
  ],
  [
    ['_id,1pin.x-pin', 'a,b'],
    ['_id,1pin.x-pin', 'a, *** '],
  ],
  [
    ['ID,PIN', 'a,b'],
    ['ID,PIN', 'a, *** '],
  ],
  [
    ['\u00a0password\u00a0,id', 'a,1'],
    ['\u00a0password\u00a0,id', ' *** ,1'],
  ],
  [
    ['id|password', '==+==', '1|a', '-- end'],
    ['id|password', '==+==', '1| *** ', '-- end'],
  ],
  [
    [`id|${LONGEST}`, '--', '1|a'],
    [`id|${LONGEST}`, '--', '1| *** '],
  ],
  [
    ['--', ' \t| password |a|b'],
    ['--', ' \t| password | ***'],
  ],
])('redacts %j', (lines, redacted) => {
  expect(redact(...lines)).toEqual(redacted);
});

test.each([
  [['password,id']],
  [['password null x']],
  [['password | hunter2 -- x']],
  [['a b,password', 'c,d']],
  [['-- a', 'x| password | y']],
  [['password;id', 'a;1']],
  [['your password,id', 'a,1']],
  [['password!,id', 'a,1']],
  [['1,password', 'a,b']],
  [['"password",12', 'a,b']],
  [['a|password', 'b|c']],
  [['a|password', '', 'b|c', '--']],
  [['a|password', 'x--', 'b|c']],
  [['a|password', '--x', 'b|c']],
  [['a|your password', '--', 'b|c']],
  [[`a|a${LONGEST}`, '--', 'b|c']],
  [['a -- b', '| password']],
  [['a -- b', '|| password']],
  [['a -- b', 'x password| c']],
  [['│ a │ b │', '│ c │ d │', 'password']],
])('keeps %j', (lines) => {
  expect(redact(...lines)).toEqual(lines);
});
