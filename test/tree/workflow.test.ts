import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
const workflow = read('.github/workflows/test.yml');
const versions = /^ *node: \[([\d, ]+)\]$/m.exec(workflow)?.[1]?.split(', ') ?? [];

/** The npm scripts that a workflow runs, for every version of the matrix. */
const workflowScripts = [
  ...workflow.matchAll(/\bnpm run (?:--\S+ )*([a-z][\w:-]*)(\$\{\{ matrix\.node \}\})?/g),
].flatMap(([, name = '', perVersion]) => (perVersion ? versions.map((version) => name + version) : [name]));
/** The npm scripts that .ci/run runs, directly or through its function `run_tests NAME SCRIPT`. */
const ciScripts = [
  ...read('.ci/run').matchAll(/^ *(?:step npm run --silent|run_tests \S+) ([a-z][\w:-]*)/gm),
].map(([, name = '']) => name);

test('the workflow tests Node 22, 24 and 26', () => {
  expect(versions).toEqual(['22', '24', '26']);
});

test('the workflow and .ci/run only run npm scripts that exist', () => {
  expect(workflowScripts.filter((name) => !scripts.includes(name))).toEqual([]);
  expect(ciScripts.filter((name) => !scripts.includes(name))).toEqual([]);
});

test('the workflow and .ci/run run the same checks', () => {
  const checks = ['lint', 'typecheck', 'build', 'test:22', 'test:24', 'test:26', 'e2e:26'];
  expect(workflowScripts).toEqual(expect.arrayContaining(checks));
  expect(ciScripts).toEqual(expect.arrayContaining(checks));
});
