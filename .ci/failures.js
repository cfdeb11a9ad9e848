// node .ci/failures.js NAME RESULTS LOG: lists what failed in a run of Vitest, from its JSON results and its output. Only the end
// of a long output may be kept, so the causes are repeated there.
// node .ci/failures.js --files RESULTS LOG: the files to run again; none if the run failed for more than its tests.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const [name, results, log] = process.argv.slice(2);
const MAX_CHARACTERS = 500;
const MAX_LINES = 40;

function failuresIn({ testResults }) {
  return testResults.flatMap((file) => [
    // A file that can't be loaded, or a hook that fails.
    ...(file.message ? [`${relative('.', file.name)}\n${file.message}`] : []),
    ...file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [message = ''] }) => `${fullName}\n${message}`),
  ]);
}

function readFailures() {
  try {
    return failuresIn(JSON.parse(readFileSync(results, 'utf8')));
  } catch {
    // A run that ends early has no results.
    return [];
  }
}

/** Errors outside of a test, or the end of the output if nothing else says why the run failed. */
function linesOf(output, hasFailures) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim());
  const start = lines.findIndex((line) => /^⎯+ Unhandled Errors? ⎯+$/.test(line));
  if (start >= 0) return lines.slice(start, start + MAX_LINES);
  return hasFailures ? [] : lines.slice(-MAX_LINES);
}

/** An error outside of a test has no file, and a run that ends early has no results: to run some files again would hide it. */
function filesToRepeat() {
  if (linesOf(readFileSync(log, 'utf8'), true).length > 0) return [];
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  return testResults.filter(({ status }) => status === 'failed').map((file) => relative('.', file.name));
}

if (name === '--files') {
  for (const file of filesToRepeat()) console.log(file);
  process.exit();
}
const failures = readFailures();
for (const failure of failures)
  console.log(`${name}: ${stripVTControlCharacters(failure).slice(0, MAX_CHARACTERS)}`);
for (const line of linesOf(readFileSync(log, 'utf8'), failures.length > 0)) console.log(`${name}: ${line}`);
