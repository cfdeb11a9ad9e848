#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { GatebookError } from '../profile/gatebook-error.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { showCommand } from './show.ts';

const { version, description } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

const program = new Command('gatebook')
  .description(description)
  .version(version)
  .addCommand(serveCommand())
  .addCommand(searchCommand())
  .addCommand(showCommand());

program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof GatebookError)) throw error;
  process.stderr.write(`gatebook: ${error.message}\n`);
  process.exitCode = 1;
});
