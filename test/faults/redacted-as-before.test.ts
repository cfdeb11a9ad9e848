import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildBody } from '../../src/pipeline/writer/build-body.ts';
import { redactTrail } from '../../src/pipeline/writer/redact-trail.ts';
import { toException } from '../../src/record/exception.ts';
import { redactException } from '../../src/redact/profile/redact-exception.ts';
import { createRedaction, type Redaction } from '../../src/redact/redaction.ts';
import { plantedBodies } from './secrets-bodies.ts';
import { plantedErrors } from './secrets-errors.ts';
import { type Carrier, plantedSecrets } from './secrets-planted.ts';
import { createRandom } from './secrets-random.ts';
import { plantedStatements } from './secrets-statements.ts';

/**
 * What redaction made of these texts when the file was written. The other tests find secrets that are kept; this one also shows
 * what is redacted without need. After an intended change: `RENEW=1 npx vitest run test/faults/redacted-as-before.test.ts`,
 * and read the difference.
 */
const FILE = join(import.meta.dirname, 'redacted-as-before.json');
const SEED = 31;
const redaction = createRedaction();
/** Frames of this machine. */
const withoutFrames = (text: string) => text.replace(/\n +at .*/g, '');

function redactInput({ url, text, value, header }: Redaction, input: Carrier): string {
  if (input.kind === 'url') return url(input.url);
  if (input.kind === 'text') return withoutFrames(text(input.text));
  if (input.kind === 'value') return value(input.key, input.text);
  return header(input.name, input.value)[1] ?? '';
}

function redactBodies(count: number, seed: number, isCut: boolean): string[] {
  const random = createRandom(seed);
  return [...plantedBodies(count, seed)].map(({ type, body }) => {
    const bytes = Buffer.from(body);
    const kept = bytes.subarray(0, isCut ? random.below(bytes.length) : bytes.length);
    return buildBody({ type, bytes: bytes.length, kept, missing: null }, redaction)?.text ?? '';
  });
}

const SETS: Readonly<Record<string, () => string[]>> = {
  texts: () => [...plantedSecrets(250, SEED)].map((input) => redactInput(redaction, input)),
  'more texts': () => [...plantedSecrets(250, SEED + 1)].map((input) => redactInput(redaction, input)),
  'texts, strictly': () => {
    const strict = createRedaction({ strict: true, add: ['ssn'], allow: ['page'] });
    return [...plantedSecrets(100, SEED)].map((input) => redactInput(strict, input));
  },
  bodies: () => redactBodies(120, SEED, false),
  'cut bodies': () => redactBodies(120, SEED, true),
  statements: () =>
    [...plantedStatements(250, SEED)].flatMap(({ system, sql, error }) => {
      const span = { kind: 'sql', name: sql, system, error, at: 0, duration: 1, parent: null } as const;
      const [stored] = redactTrail({ spans: [span] }, redaction).spans ?? [];
      return [stored?.name ?? '', stored?.error ?? ''];
    }),
  errors: () =>
    [...plantedErrors(120, SEED)].flatMap(({ thrown }) => {
      const { name, message, fields = '' } = redactException(toException(thrown), redaction);
      return [name, message, fields];
    }),
};

if (process.env.RENEW) {
  const sets = Object.entries(SETS).map(([name, redact]) => [name, redact()]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sets), null, 2)}\n`);
}
const BEFORE: Readonly<Record<string, string[]>> = JSON.parse(readFileSync(FILE, 'utf8'));

test.each(Object.entries(SETS))('redacts %s as before', (name, redact) => {
  expect(redact()).toEqual(BEFORE[name]);
});
