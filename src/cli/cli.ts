#!/usr/bin/env node
import { inspect } from 'node:util';
import { Command } from 'commander';
import { GatebookError } from '../errors.ts';
import { visibleLines } from '../format/visible-text.ts';
import { readPackage } from '../package-files.ts';
import { backupCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { copyCommand } from './copy.ts';
import { ddlCommand } from './ddl.ts';
import { keepCommand } from './keep.ts';
import { openCommand } from './open.ts';
import { pruneCommand } from './prune.ts';
import { runCommand } from './run.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { showCommand } from './show.ts';
import { statsCommand } from './stats.ts';

const { version, description } = readPackage();

// A reader such as head may close the pipe early; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// Node 22 and 24 warn that node:sqlite is experimental. A user of the command can do nothing about it.
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (!String(warning).startsWith('SQLite is an experimental'))
    Reflect.apply(emitWarning, process, [warning, ...rest]);
};

const GROUPS: Readonly<Record<string, readonly Command[]>> = {
  'Record:': [runCommand()],
  'Find requests:': [openCommand(), searchCommand(), showCommand(), serveCommand()],
  'Maintain a book:': [statsCommand(), pruneCommand(), checkCommand(), backupCommand()],
  'ClickHouse:': [copyCommand(), keepCommand(), ddlCommand()],
};

const program = new Command('gatebook')
  .description(description)
  .version(version, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print help')
  .helpCommand('help [command]', 'print help for a command')
  // The options of a command that is run belong to it.
  .enablePositionalOptions()
  .configureHelp({
    subcommandTerm: (command) => command.name(),
    // Leaves out the help command, which would be a group of one.
    visibleCommands: (command) => [...command.commands],
  })
  .configureOutput({
    outputError: (text, write) => write(visibleLines(text.replace(/^error: /, 'gatebook: '))),
  })
  .showHelpAfterError('Run gatebook --help for usage.')
  .addHelpText('after', '\nRun gatebook <command> --help for the options of a command.');
for (const [group, commands] of Object.entries(GROUPS)) {
  for (const command of commands) {
    command
      .copyInheritedSettings(program)
      .configureHelp({})
      .helpGroup(group)
      .showHelpAfterError(`Run gatebook ${command.name()} --help for usage.`);
    program.addCommand(command);
  }
}

program.parseAsync().catch((error: unknown) => {
  const text = error instanceof GatebookError ? error.message : inspect(error);
  process.stderr.write(`gatebook: ${visibleLines(text)}\n`);
  process.exitCode = 1;
});
