import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-ci-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What .ci/run lists of a run with this output and these results, without results if it ended early. */
function listed(output: string, testResults?: readonly object[], what = 'node-22'): string {
  const [results, log] = [join(folder, 'results.json'), join(folder, 'log')];
  rmSync(results, { force: true });
  if (testResults) writeFileSync(results, JSON.stringify({ testResults }));
  writeFileSync(log, output);
  const args = ['.ci/failures.js', what, results, log];
  return execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
}

const UNHANDLED =
  '\n\u001b[31m⎯⎯⎯⎯⎯⎯\u001b[39m\u001b[1m\u001b[41m Unhandled Errors \u001b[49m\u001b[22m\u001b[31m⎯⎯⎯⎯⎯⎯\u001b[39m';

test('an error outside of a test is listed, without colours, in at most 40 lines', () => {
  const lines = listed(
    `passed\n${UNHANDLED}\n\u001b[31mError\u001b[39m: late\n${'at x\n'.repeat(99)}`,
    [],
  ).split('\n');
  expect(lines.slice(0, 2)).toEqual(['node-22: ⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯', 'node-22: Error: late']);
  expect(lines).toHaveLength(40 + 1);
});

test('a run that ended early is listed with the end of its output', () => {
  expect(listed('passed\nFATAL ERROR: out of memory\n')).toContain('node-22: FATAL ERROR: out of memory\n');
});

test('a file that failed outside of its tests, and a failed test, are listed with their messages', () => {
  const file = { name: join(ROOT, 'src/a.test.ts'), message: 'hook failed', assertionResults: [] };
  const failed = { status: 'failed', fullName: 'adds', failureMessages: ['expected 2'] };
  const other = { name: 'b', message: '', assertionResults: [failed, { ...failed, status: 'passed' }] };
  expect(listed('passed\n', [file, other])).toBe(
    'node-22: src/a.test.ts\nhook failed\nnode-22: adds\nexpected 2\n',
  );
});

test('files with a failed test are run again, unless something else failed too', () => {
  const files = [
    { name: join(ROOT, 'src/a.test.ts'), status: 'failed' },
    { name: join(ROOT, 'src/b.test.ts'), status: 'passed' },
  ].map((file) => ({ ...file, message: '', assertionResults: [] }));
  expect(listed('1 failed\n', files, '--files')).toBe('src/a.test.ts\n');
  expect(listed(`1 failed\n${UNHANDLED}\nError: late\n`, files, '--files')).toBe('');
});
