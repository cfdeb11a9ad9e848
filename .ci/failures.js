// node .ci/failures.js NAME RESULTS LOG: lists what failed in a run of Vitest, from its JSON results and its output. Only the end
// of a long output may be kept, so the causes are repeated there.
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

const failures = readFailures();
for (const failure of failures)
  console.log(`${name}: ${stripVTControlCharacters(failure).slice(0, MAX_CHARACTERS)}`);
for (const line of linesOf(readFileSync(log, 'utf8'), failures.length > 0)) console.log(`${name}: ${line}`);
