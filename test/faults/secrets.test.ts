import { validateHeaderName, validateHeaderValue } from 'node:http';
import { expect, test } from 'vitest';
import { createRedaction, type Redaction } from '../../src/redact/redaction.ts';
import { type Planted, plantedSecrets, type SecretLocation } from './secrets-planted.ts';

/** `SECRETS=1000000 npx vitest run test/faults/secrets.test.ts` is the full run. */
const SECRETS = Number(process.env.SECRETS ?? 20_000);
const timeout = 60_000 + SECRETS / 2;
const MOST_TOLD = 10;

function written(place: SecretLocation): string {
  if (place.place === 'url') return place.url;
  return place.place === 'header' ? place.value : place.text;
}

function kept(redaction: Redaction, place: SecretLocation): string {
  if (place.place === 'url') return redaction.url(place.url);
  if (place.place === 'text') return redaction.text(place.text);
  if (place.place === 'value') return redaction.value(place.key, place.text);
  return redaction.header(place.name, place.value)[1] ?? '';
}

/** As it is, and with up to four layers of encoding taken off: what anybody could read from it is told by it. */
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
    const out = kept(redaction, planted);
    const told = planted.canaries.filter((canary) =>
      readings(out).some((reading) => reading.includes(canary)),
    );
    if (told.length > 0 && found.push({ ...planted, told, out }) >= MOST_TOLD) break;
  }
  return found;
}

test(`of ${SECRETS} planted secrets none comes out`, { timeout }, () => {
  expect(leaks(createRedaction(), SECRETS)).toEqual([]);
});

test.each([
  ['strict', { strict: true }],
  ['with names added and allowed', { add: ['ssn'], allow: ['page', 'x-any', 'accept-language'] }],
])('nor does any when redaction is %s', { timeout }, (_, options) => {
  expect(leaks(createRedaction(options), SECRETS / 10)).toEqual([]);
});

test('every secret was there before, and could be sent', () => {
  const lost: Planted[] = [];
  for (const planted of plantedSecrets(2000)) {
    const all = readings(written(planted)).join('\n').replaceAll('+', ' ');
    if (!planted.canaries.some((canary) => all.includes(canary.replaceAll('+', ' ')))) lost.push(planted);
    if (planted.place === 'url') expect(planted.url).toMatch(/^[!-~]+$/);
    if (planted.place === 'header') {
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
