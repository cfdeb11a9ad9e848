import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Words and phrases that make a text read as if translated, or that name a thing by its old name. */
const AVOID =
  /\b(?:whoever|whatsoever|shall|told|tells|telling|stands|stood|(?<!there )(?:is|are|was|were) no(?! (?:longer|more than|less than)\b)|so many|of late|(?<!['=])nobody|what is to be|ears?|scribes?|last words|first words|heard|overhears?|of which|by which|by lot|looks after|meanwhile)\b/i;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|m?js|css|md|ya?ml|svg)$|^\.ci\/run$/.test(file))
  .filter((file) => !file.startsWith('test/tree/words') && existsSync(join(root, file)));

function findWords(file: string): string[] {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => AVOID.test(line))
    .map(({ line, place }) => `${place}: ${line.trim().slice(0, 120)}`);
}

test('reads the texts of the repository', () => {
  expect(files.length).toBeGreaterThan(400);
  for (const file of ['README.md', 'src/gatebook.ts', 'docs/search.md', '.ci/run'])
    expect(files).toContain(file);
});

test('comments, docs, help and page texts use plain English', () => {
  expect(files.flatMap(findWords)).toEqual([]);
});

test.each([
  'Whoever waits for this shall live to see it',
  '"x" is no HTTP status',
  'the scribe is told of it',
  'the length of which is 3',
])('would report %j', (text) => {
  expect(AVOID.test(text)).toBe(true);
});

test.each(['It is no longer needed', 'There is no such tag', 'the year', 'standard', '--reuid=nobody'])(
  'accepts %j',
  (text) => {
    expect(AVOID.test(text)).toBe(false);
  },
);
