import { expect, test } from 'vitest';
import { createRules } from '../rules.ts';
import { redactText } from './find-secrets.ts';

const rules = createRules([], [], false);
const redact = (...lines: string[]) => redactText(lines.join('\n'), rules).split('\n');

test('redacts the columns of console.table, also of values with several lines', () => {
  const [, , , first, ...rest] = redact(
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
  );
  expect(first).toBe("│ 0       │ 'jo' │ *** │");
  expect(rest.join('\n')).not.toMatch(/one$|two|three/m);
  expect(rest.slice(-3)).toEqual([
    '│ 2       │      │           │',
    '└─────────┴──────┴───────────┘',
    'one line, kept',
  ]);
});

test('redacts the columns of psql, up to the line with their number', () => {
  expect(
    redact(
      ' id | name | password | pin ',
      '----+------+----------+-----',
      '  1 | jo   | hunter2  | 12  ',
      // A value with the separator shifts the columns.
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
    '  1 | jo   | ***  | ***  ',
    '  2 | a|***  | ***  | ***  ',
    '  3 |      |          |     ',
    '(3 rows)',
    '  4 | jo   | kept     | 12  ',
    ' id | name',
    '----+------',
    '  5 | kept',
  ]);
});

test.each([
  {
    name: 'MySQL',
    lines: ['| id | password |', '+----+-----+', '|  1 | CANARY |', '+----+-----+', '|  2 | CANARY |'],
  },
  { name: 'Markdown', lines: ['| name | token |', '|:-----|------:|', '| jo   | CANARY |'] },
  {
    name: 'rows that a first cell names',
    lines: ['│ (index) │ Values │', '├────┼────┤', '│ password │ CANARY │'],
  },
  {
    name: 'expanded rows of psql',
    lines: ['-[ RECORD 1 ]', 'id | 1', 'password | CANARY', '', '  token | a | CANARY'],
  },
  { name: 'CSV', lines: ['id,"user.name",password', '1,jo,CANARY', '"2","Doe, Jo","CANARY"'] },
  { name: 'CSV with blanks', lines: ['Token , id', 'CANARY,1', 'CANARY,2'] },
])('redacts $name', ({ lines }) => {
  expect(redact(...lines).join('\n')).not.toContain('CANARY');
});

test.each([
  [['password,id']],
  [['password;id', 'a;1']],
  [['your password,id', 'a,1']],
  [['1,password', 'a,b']],
  [['id,password', '1,', '', '2,kept']],
  [['a|password', 'b|c']],
  [['a|password', '--x', 'b|c']],
  [['a -- b', '| password']],
  [['│ a │ b │', '│ c │ d │', 'password']],
])('keeps %j', (lines) => {
  expect(redact(...lines)).toEqual(lines);
});
