import { expect, test } from 'vitest';
import { createRedaction, rememberTexts } from '../../src/redact/redaction.ts';
import { plantedSecrets } from '../faults/secrets-planted.ts';
import { plantedStatements } from '../faults/secrets-statements.ts';
import { readCorpus } from './corpus.ts';

const CORPUS = [...readCorpus('secrets'), ...readCorpus('ordinary')].map(({ text }) => text);
const STATEMENTS = [
  'SELECT id, email FROM users WHERE id = ? LIMIT 20',
  'select * from orders offset 4000 limit 100',
  'UPDATE products SET stock = stock - 1 WHERE id = $1 AND stock > 0',
  'SELECT * FROM cards WHERE pin = 1234',
  "SELECT * FROM users WHERE token = '12'",
  'SELECT * FROM users WHERE token = "12" LIMIT 10',
];

/** The second time a text comes it may be remembered; the third time it may be known. */
function repeat(isRight: () => boolean): boolean {
  return [1, 2, 3].every(isRight);
}

test.each([{}, { strict: true, allow: ['page'] }, { add: ['tier'], allow: ['state'] }])(
  'redacts texts that come again as it did the first time, with %j',
  (options) => {
    const redaction = createRedaction(options);
    const remembered = rememberTexts(redaction);
    const texts = [...plantedSecrets(1000, 5)].map((planted) =>
      'url' in planted ? planted.url : 'text' in planted ? planted.text : planted.value,
    );
    const wrong = [...texts, ...CORPUS].filter((text) => {
      const [plain, url] = [redaction.text(text), redaction.url(text)];
      return !repeat(() => remembered.text(text) === plain && remembered.url(text) === url);
    });
    expect(wrong).toEqual([]);
  },
);

test('reduces statements that come again to the same fingerprints, for each database', () => {
  const redaction = createRedaction();
  const remembered = rememberTexts(redaction);
  const planted = [...plantedStatements(1000, 5)].map(({ sql }) => sql);
  const wrong = [...STATEMENTS, ...planted].filter((sql) =>
    ['postgresql', 'mysql', 'sqlite', ''].some((system) => {
      const fingerprint = redaction.statement(sql, system);
      return !repeat(() => remembered.statement(sql, system) === fingerprint);
    }),
  );
  expect(wrong).toEqual([]);
});

function countingRedaction() {
  const redaction = createRedaction();
  const calls: string[] = [];
  const remembered = rememberTexts({
    ...redaction,
    text(text) {
      calls.push(text);
      return redaction.text(text);
    },
    url(url) {
      calls.push(url);
      return redaction.url(url);
    },
    statement(sql, system) {
      calls.push(sql);
      return redaction.statement(sql, system);
    },
  });
  return { calls, remembered };
}

test('reads texts, URLs and statements without values twice, however often they come', () => {
  const { calls, remembered } = countingRedaction();
  for (let n = 0; n < 10; n++) {
    remembered.text('request completed');
    remembered.url('https://shop.example/items?page=2');
    for (const sql of STATEMENTS.slice(0, 3)) remembered.statement(sql, 'postgresql');
  }
  expect(calls).toHaveLength(2 * 5);
});

test('remembers nothing that contains a secret or a value', () => {
  const { calls, remembered } = countingRedaction();
  for (let n = 0; n < 10; n++) {
    remembered.text('password=hunter2');
    remembered.url('https://shop.example/items?token=abc');
    for (const sql of STATEMENTS.slice(3)) remembered.statement(sql, 'mysql');
  }
  expect(calls).toHaveLength(10 * 5);
});
