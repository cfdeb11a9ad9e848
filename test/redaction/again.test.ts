import { expect, test } from 'vitest';
import { createRedaction, createSecondRedaction } from '../../src/redact/redaction.ts';
import { readCorpus, redactCase } from './corpus.ts';

const first = createRedaction();
const second = createSecondRedaction();

test('what was redacted stays as it is when a collector redacts it again', () => {
  const lines = [...readCorpus('secrets'), ...readCorpus('ordinary')];
  const changed = lines.flatMap((line) => {
    const once = redactCase(line, first);
    const text = line.way === 'query' ? once.slice(once.indexOf('?') + 1) : once;
    const twice = redactCase({ ...line, text }, second);
    return once === twice ? [] : [{ once, twice }];
  });
  expect(changed.length, JSON.stringify(changed, null, 2)).toBeLessThanOrEqual(lines.length / 1000);
});

test('a secret that was missed is hidden by the second redaction', () => {
  const lines = readCorpus('secrets').filter(({ text }) => !text.includes('***'));
  const kept = lines.filter((line) => {
    const redacted = redactCase(line, second);
    return line.secrets.some((secret) => secret.length > 2 && redacted.includes(secret));
  });
  expect(kept).toEqual([]);
});
