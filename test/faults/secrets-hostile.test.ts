import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type Cost, MAX_GROWTH, MAX_MS, MAX_MS_WHEN_HARMLESS, TOLERANCE } from './secrets-hostile.ts';

const SCRIPT = join(import.meta.dirname, 'secrets-hostile.ts');
const SLACK = 1.2;

let costs: Cost[] = [];
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT]);
  costs = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}, 600_000);

test('redacts 64 KB of any hostile text within 4 ms', () => {
  expect(costs.length).toBeGreaterThan(220);
  expect(costs.filter(({ once, slowness }) => once > MAX_MS * slowness * TOLERANCE)).toEqual([]);
});

test('takes twice as long for twice the text', () => {
  expect(costs.filter(({ growth }) => growth > MAX_GROWTH * SLACK)).toEqual([]);
});

test('recognizes harmless text in less than a microsecond', () => {
  const harmless = costs.filter(({ what }) => !what.startsWith('"'));
  expect(harmless.length).toBe(5);
  expect(harmless.filter(({ once, slowness }) => once > MAX_MS_WHEN_HARMLESS * slowness * TOLERANCE)).toEqual(
    [],
  );
});
