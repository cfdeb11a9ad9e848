import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createRedaction } from '../../src/redact/redaction.ts';
import { readCorpus } from './corpus.ts';

const redaction = createRedaction();
/** Shorter ones may be a part of another word, or the number of a line. */
const MIN_SECRET = 4;
/** Lines of logs. A mark of a cut counts only at the end of a text. */
const LINES = readCorpus('secrets').filter(
  ({ way, text }) => ['text', 'log-lines', 'errors', 'multipart'].includes(way) && !text.endsWith('…cut'),
);

test.each<[string, (line: string) => string]>([
  ['after other words', (line) => `failed: ${line}`],
  ['in an object that util.inspect prints', (line) => inspect({ m: line })],
  ['in an error that util.inspect prints', (line) => inspect(Object.assign(new Error(line), { code: 7 }))],
  ['in JSON', (line) => JSON.stringify({ m: line })],
  ['in JSON in JSON', (line) => JSON.stringify(JSON.stringify({ m: line }))],
])('secrets of a line are hidden %s', (_, wrap) => {
  const kept = LINES.filter(({ text, secrets }) => {
    const redacted = redaction.text(wrap(text));
    return secrets.some((secret) => secret.length >= MIN_SECRET && redacted.includes(secret));
  });
  expect(LINES.length).toBeGreaterThan(1000);
  expect(kept.map(({ text }) => text)).toEqual([]);
});
