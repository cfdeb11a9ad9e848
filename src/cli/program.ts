import { Command } from 'commander';
import { visibleLines } from '../format/visible-text.ts';
import { readPackage } from '../package-files.ts';
import { COMMAND_GROUPS, NEEDS_ALL } from './commands.ts';
import { EXIT_USAGE } from './exit-codes.ts';

/** The command line. With the name of a command, only that one is loaded. */
export async function createProgram(name: string | undefined): Promise<Command> {
  const { version, description } = readPackage();
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
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE))
    .showHelpAfterError('Run gatebook --help for usage.')
    .addHelpText('after', '\nRun gatebook <command> --help for the options of a command.');
  const all = Object.entries(COMMAND_GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(([command, load]) => ({ group, command, load })),
  );
  const named = all.filter(({ command }) => command === name && name !== NEEDS_ALL);
  for (const { group, load } of named.length > 0 ? named : all) {
    const command = await load();
    command
      .copyInheritedSettings(program)
      .configureHelp({})
      .helpGroup(group)
      .showHelpAfterError(`Run gatebook ${command.name()} --help for usage.`);
    program.addCommand(command);
  }
  return program;
}
