import { expect, test } from 'vitest';
import { redactStatements } from './sql-in-text.ts';

const redact = (text: string) => redactStatements(text, () => []);

test.each([
  ['select 1; done 7', 'select ?; done 7'],
  ['select 1;2 done', 'select ?;2 done'],
  ["select 'x'; done 7", 'select ?; done 7'],
  ['select 1; select 2; ok 7', 'select ?; select ?; ok 7'],
  ["select 1; a = 'x'", 'select ?; a = ?'],
  ['select 1; x -- 7', 'select ?; x  '],
  ['select 1; x /* 7 */', 'select ?; x  '],
  ['select 1; x #7', 'select ?; x  '],
  ['a; select 1 from t b 7', 'a; select ? from t b ?'],
  // The semicolon is part of a value.
  ["select 'a; CANARY", 'select ?'],
  ["select 1, 'a; CANARY", 'select ?, ?'],
  ['select $$a; CANARY', 'select ?'],
])('a statement ends at the last semicolon, if no value follows: %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  ...[
    ' 12ms',
    ' 3.5 ms',
    ' +5ms',
    ' (12.25ms)',
    ' [7 ms]',
    ' 250µs',
    ' 9ns',
    ' 9us',
    ' 2s',
    '\t12ms',
    '\n12ms',
  ],
  ...['   12ms', ' 123456.123456ms', ' 12ms    ', ' 12ms\n'],
])('keeps the duration %j after a statement', (duration) => {
  expect(redact(`select a from t where b = 7${duration}`)).toBe(`select a from t where b = ?${duration}`);
  expect(redact(`select a from t${duration}`)).toBe(`select a from t${duration}`);
});

test.each([
  ['select a from t where b = 12ms', 'select a from t where b = ?'],
  ['select a from t where b =\n12ms', 'select a from t where b =\n?'],
  ['select a from t where b = 7    12ms', 'select a from t where b = ?    ?'],
  ['select a from t where b = 7 1234567ms', 'select a from t where b = ? ?'],
  ['select a from t where b = 7 1.1234567ms', 'select a from t where b = ? ?'],
  ['select a from t where b = 7 12ms     ', 'select a from t where b = ? ?     '],
  ['select a from t where b = 7 12ms x', 'select a from t where b = ? ? x'],
  ['select a from t where b = 7 12mx', 'select a from t where b = ? ?'],
  ['select a from t where b = 7 {12ms', 'select a from t where b = ? {?'],
  ['select a from t where b = 7 12  ms', 'select a from t where b = ? ?  ms'],
])('what is not a duration is replaced: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

const FRAME = '\n    at run (app.js?v=77:3:4)';
test.each([
  [`select a from t where b = 7${FRAME}`, `select a from t where b = ?${FRAME}`],
  [
    `Error: select a from t where b = 'x'${FRAME}${FRAME}`,
    `Error: select a from t where b = ?${FRAME}${FRAME}`,
  ],
  [`select a from t where b = 'x${FRAME}`, 'select a from t where b = ?'],
  [`a${FRAME}\nselect a from t where b = 7`, `a${FRAME}\nselect a from t where b = ?`],
  [`${`\nselect 7 from t${FRAME}`.repeat(20)}`, `${`\nselect ? from t${FRAME}`.repeat(20)}`],
  [
    `${`\nselect 7 from t${FRAME}`.repeat(21)}`,
    `${`\nselect ? from t${FRAME}`.repeat(20)}\nselect ? from t\n    at run (app.js?v=?:?:?)`,
  ],
])('a statement ends before its stack: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

/** Finds the word `secret` and this many words after it. */
const find = (words: number) => (sql: string) =>
  [...sql.matchAll(new RegExp(`secret(?: \\w+){${words}}`, 'g'))].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
    by: '***',
  }));

test.each([
  [0, 'select secret, 7 from t', 'select ***, ? from t'],
  [0, '"select secret, 7 from t", 7', '"select ***, ? from t", 7'],
  [0, `select secret, 7 from t${FRAME}`, `select ***, ? from t${FRAME}`],
  [0, 'select 7 from secret 12ms', 'select ? from *** 12ms'],
  [0, 'select 7 from secret; ok 7', 'select ? from ***; ok 7'],
  // A secret after the semicolon shows that the statement does not end there.
  [0, 'select 7 from t; secret 7', 'select ? from t; *** ?'],
  [1, 'select 7 from t; secret 7', 'select ? from t; ***'],
])('with secrets of %i more words: %s', (words, text, redacted) => {
  expect(redactStatements(text, find(words))).toBe(redacted);
});
