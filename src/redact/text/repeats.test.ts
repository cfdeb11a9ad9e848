import { expect, test } from 'vitest';
import { createRules } from '../rules.ts';
import { redactText } from './find-secrets.ts';

const redact = (text: string) => redactText(text, createRules([], [], false));

test('a secret that was found once is hidden in the rest of the text too', () => {
  expect(redact('password=xRajgxeqdz/bgsyUcdKwe\nmessage: got xRajgxeqdz/bgsyUcdKwe')).toBe(
    'password=***\nmessage: got ***',
  );
  expect(redact('{ path: "token", input: "NYHocpvmui", message: "not NYHocpvmui" }')).toBe(
    '{ path: "token", input: ***, message: "not ***" }',
  );
});

test('words and short values that come again are kept', () => {
  for (const rest of ['it is something', 'as Something', 'again a1b2']) {
    const [, value = ''] = /(\S+)$/.exec(rest) ?? [];
    expect(redact(`password=${value}\n${rest}`)).toBe(`password=***\n${rest}`);
  }
});

test('many values that come again take little time', () => {
  const text = `${Array.from({ length: 1000 }, (_, n) => `password=Secret${n}x1\n`).join('')}${'Secret1x1 '.repeat(5000)}`;
  const start = performance.now();
  redact(text);
  expect(performance.now() - start).toBeLessThan(500);
});
