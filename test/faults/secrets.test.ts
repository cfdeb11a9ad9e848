import { validateHeaderName, validateHeaderValue } from 'node:http';
import { expect, test } from 'vitest';
import { createRedaction, type Redaction } from '../../src/redact/redaction.ts';
import { type Carrier, type Planted, plantedSecrets } from './secrets-planted.ts';

/** Full run: `SECRETS=2000000 npx vitest run test/faults/secrets.test.ts`. */
const SECRETS = Number(process.env.SECRETS ?? 20_000);
const timeout = 60_000 + SECRETS / 2;
const MAX_REPORTED = 10;

function inputText(input: Carrier): string {
  if (input.kind === 'url') return input.url;
  return input.kind === 'header' ? input.value : input.text;
}

function redactInput(redaction: Redaction, input: Carrier): string {
  if (input.kind === 'url') return redaction.url(input.url);
  if (input.kind === 'text') return redaction.text(input.text);
  if (input.kind === 'value') return redaction.value(input.key, input.text);
  return redaction.header(input.name, input.value)[1] ?? '';
}

/** The text, and the results of removing up to four layers of encoding from it. */
function readings(text: string): string[] {
  const all = [text];
  for (let layer = 0; layer < 4; layer++) {
    const plain = (all.at(-1) ?? '').replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (plain === all.at(-1)) break;
    all.push(plain);
  }
  return all;
}

function leaks(redaction: Redaction, count: number): object[] {
  const found: object[] = [];
  for (const planted of plantedSecrets(count)) {
    const out = redactInput(redaction, planted);
    const leaked = planted.canaries.filter((canary) =>
      readings(out).some((reading) => reading.includes(canary)),
    );
    if (leaked.length > 0 && found.push({ ...planted, leaked, out }) >= MAX_REPORTED) break;
  }
  return found;
}

test(`redacts ${SECRETS} planted secrets`, { timeout }, () => {
  expect(leaks(createRedaction(), SECRETS)).toEqual([]);
});

test.each([
  ['strict', { strict: true }],
  ['added and allowed names', { add: ['ssn'], allow: ['page', 'x-any', 'accept-language'] }],
])('redacts planted secrets with %s', { timeout }, (_, options) => {
  expect(leaks(createRedaction(options), SECRETS / 10)).toEqual([]);
});

test('every planted secret is readable in its input and can be sent', () => {
  const lost: Planted[] = [];
  for (const planted of plantedSecrets(2000)) {
    const all = readings(inputText(planted)).join('\n').replaceAll('+', ' ');
    if (!planted.canaries.some((canary) => all.includes(canary.replaceAll('+', ' ')))) lost.push(planted);
    if (planted.kind === 'url') expect(planted.url).toMatch(/^[!-~]+$/);
    if (planted.kind === 'header') {
      validateHeaderName(planted.name);
      validateHeaderValue(planted.name, planted.value);
    }
  }
  expect(lost).toEqual([]);
});

test('the same seed plants the same secrets', () => {
  expect([...plantedSecrets(50)]).toEqual([...plantedSecrets(50)]);
  expect([...plantedSecrets(50)]).not.toEqual([...plantedSecrets(50, 2)]);
});
