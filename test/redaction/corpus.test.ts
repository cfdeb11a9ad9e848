import { expect, test } from 'vitest';
import { createRedaction } from '../../src/redact/redaction.ts';
import { REDACTED } from '../../src/redact/rules.ts';
import { figure } from '../support/figure.ts';
import { type Case, readCorpus, redactCase } from './corpus.ts';

const redaction = createRedaction();
/** Shorter ones may be a part of another word. */
const MIN_SECRET = 3;
/** The share of ordinary lines that may be hidden. */
const MAX_HIDDEN = 0.01;

/** Whether a secret is still there. */
function isKept(line: Case): boolean {
  const redacted = redactCase(line, redaction);
  return line.secrets.some((secret) => secret.length >= MIN_SECRET && redacted.includes(secret));
}

function isHidden(line: Case): boolean {
  return redactCase(line, redaction).split(REDACTED).length > line.text.split(REDACTED).length;
}

test('secrets of the corpus are hidden', () => {
  const lines = readCorpus('secrets');
  const kept = lines.filter(isKept);
  figure('secrets kept', `${kept.length} of ${lines.length}`);
  expect(lines.length).toBeGreaterThan(2000);
  expect(lines.filter(({ secrets }) => secrets.length === 0)).toEqual([]);
  expect(kept.map(({ text }) => text)).toEqual([]);
});

test('ordinary lines of the corpus are kept', () => {
  const lines = readCorpus('ordinary');
  const hidden = lines.filter(isHidden);
  figure('ordinary lines hidden', `${hidden.length} of ${lines.length}`);
  expect(lines.length).toBeGreaterThan(3000);
  expect(hidden.length).toBeLessThanOrEqual(lines.length * MAX_HIDDEN);
});
