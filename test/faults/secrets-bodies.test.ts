import { expect, test } from 'vitest';
import { buildBody } from '../../src/pipeline/writer/build-body.ts';
import { createRedaction } from '../../src/redact/redaction.ts';
import { type PlantedBody, plantedBodies } from './secrets-bodies.ts';
import { createRandom } from './secrets-random.ts';

/** Full run: `SECRETS=2000000 npx vitest run test/faults/secrets-bodies.test.ts`. */
const SECRETS = Number(process.env.SECRETS ?? 20_000);
const timeout = 60_000 + SECRETS / 2;
const MAX_REPORTED = 10;
const redaction = createRedaction();

/** The text as stored, and as JSON and percent-encoding decode it. */
function readings(stored: string): string {
  const unescaped = stored.replace(/\\u([0-9a-f]{4})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const percent = unescaped.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [stored, unescaped, percent].join('\n');
}

/** `cut` is the number of bytes that are missing. */
function leaked({ type, body, canaries }: PlantedBody, cut = 0): readonly string[] {
  const bytes = Buffer.from(body);
  const kept = bytes.subarray(0, bytes.length - cut);
  const stored = JSON.stringify(buildBody({ type, bytes: bytes.length, kept, missing: null }, redaction));
  const all = readings(JSON.parse(`[${stored}]`)[0].text ?? '') + stored;
  return canaries.filter((canary) => all.includes(canary));
}

test(`keeps none of ${SECRETS} secrets in bodies`, { timeout }, () => {
  const found: object[] = [];
  for (const planted of plantedBodies(SECRETS)) {
    if (leaked(planted).length > 0 && found.push({ ...planted, out: leaked(planted) }) >= MAX_REPORTED) break;
  }
  expect(found).toEqual([]);
});

test(`keeps none of ${SECRETS} secrets in bodies that were cut anywhere`, { timeout }, () => {
  const random = createRandom(5);
  const found: object[] = [];
  for (const planted of plantedBodies(SECRETS, 9)) {
    const cut = 1 + random.below(Buffer.byteLength(planted.body));
    if (leaked(planted, cut).length > 0 && found.push({ ...planted, cut }) >= MAX_REPORTED) break;
  }
  expect(found).toEqual([]);
});

test('keeps no part of a secret in any cut of it', { timeout }, () => {
  const found: object[] = [];
  for (const planted of plantedBodies(Math.min(1000, SECRETS / 100), 13)) {
    // Half of a canary is not recognized as one, but must not be kept either.
    const halves = planted.canaries
      .filter((canary) => canary.length >= 10)
      .map((canary) => canary.slice(0, 8));
    for (let cut = 1; cut < Buffer.byteLength(planted.body); cut++)
      if (
        leaked({ ...planted, canaries: halves }, cut).length > 0 &&
        found.push({ ...planted, cut }) >= MAX_REPORTED
      )
        break;
  }
  expect(found.slice(0, MAX_REPORTED)).toEqual([]);
});

test('every planted secret is readable in its body', () => {
  const lost = [...plantedBodies(2000)].filter(({ body, canaries }) => {
    const plain = readings(body.replace(/\\+u/g, '\\u').replace(/\\+n/g, '\n'));
    return !canaries.some((canary) => plain.includes(canary));
  });
  expect(lost).toEqual([]);
});
