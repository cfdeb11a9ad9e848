#!/usr/bin/env node
import { unsupportedRuntime } from '../requirements.ts';

// The commands need modules that older versions of Node don't have. With `run`, the app runs on, and gatebook/register says the same.
const problem = unsupportedRuntime();
if (problem === null || process.argv[2] === 'run') await import('./cli.ts');
else {
  process.stderr.write(`gatebook: ${problem}\n`);
  process.exitCode = 1;
}
