#!/usr/bin/env node
import { inspect } from 'node:util';
import { visibleLines } from '../format/visible-text.ts';
import { exitCodeOf, isForUsers } from './command-error.ts';
import { createProgram } from './program.ts';

// A reader such as head may close the pipe early; that is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

// Node 22 and 24 warn that node:sqlite is experimental. A user of the command can do nothing about it.
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (!String(warning).startsWith('SQLite is an experimental'))
    Reflect.apply(emitWarning, process, [warning, ...rest]);
};

// An empty variable counts as not set, also for commander.
for (const [name, value] of Object.entries(process.env))
  if (name.startsWith('GATEBOOK_') && value === '') delete process.env[name];

try {
  const program = await createProgram(process.argv[2]);
  await program.parseAsync();
} catch (error) {
  const text = isForUsers(error) ? error.message : inspect(error);
  process.stderr.write(`gatebook: ${visibleLines(text)}\n`);
  process.exitCode = exitCodeOf(error);
}
