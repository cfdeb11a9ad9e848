#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { GatebookError } from '../errors.ts';
import { backupCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { copyCommand } from './copy.ts';
import { ddlCommand } from './ddl.ts';
import { keepCommand } from './keep.ts';
import { pruneCommand } from './prune.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { showCommand } from './show.ts';
import { statsCommand } from './stats.ts';

const { version, description } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

// Whoever reads may stop reading, as head does: then there is nobody left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// Node 22 and 24 say once that SQLite was new then, to whoever loads it; here that is nobody's business.
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (!String(warning).startsWith('SQLite is an experimental'))
    Reflect.apply(emitWarning, process, [warning, ...rest]);
};

const program = new Command('gatebook')
  .description(description)
  .version(version)
  .addCommand(serveCommand())
  .addCommand(searchCommand())
  .addCommand(showCommand())
  .addCommand(statsCommand())
  .addCommand(pruneCommand())
  .addCommand(checkCommand())
  .addCommand(backupCommand())
  .addCommand(copyCommand())
  .addCommand(keepCommand())
  .addCommand(ddlCommand());

program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof GatebookError)) throw error;
  process.stderr.write(`gatebook: ${error.message}\n`);
  process.exitCode = 1;
});
