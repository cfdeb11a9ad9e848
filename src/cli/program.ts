import { Command } from 'commander';
import { visibleLines } from '../format/visible-text.ts';
import { readPackage } from '../package-files.ts';
import { EXIT_USAGE } from './command-error.ts';

/** Loads a command when it is used: each one brings the code of what it does. */
type Load = () => Promise<Command>;

/** All commands, by the group that `gatebook --help` lists them in. */
export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'Start:': {
    run: async () => (await import('./commands/run.ts')).runCommand(),
    demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  },
  'Find requests:': {
    open: async () => (await import('./commands/open.ts')).openCommand(),
    search: async () => (await import('./commands/search.ts')).searchCommand(),
    tail: async () => (await import('./commands/tail.ts')).tailCommand(),
    show: async () => (await import('./commands/show.ts')).showCommand(),
    compare: async () => (await import('./commands/compare.ts')).compareCommand(),
    findings: async () => (await import('./commands/findings.ts')).findingsCommand(),
    why: async () => (await import('./commands/why.ts')).whyCommand(),
    since: async () => (await import('./commands/since.ts')).sinceCommand(),
    replay: async () => (await import('./commands/replay.ts')).replayCommand(),
    errors: async () => (await import('./commands/errors.ts')).errorsCommand(),
    clients: async () => (await import('./commands/clients.ts')).clientsCommand(),
    routes: async () => (await import('./commands/routes.ts')).routesCommand(),
    curl: async () => (await import('./commands/curl.ts')).curlCommand(),
    export: async () => (await import('./commands/export.ts')).exportCommand(),
    serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  'Agents:': {
    mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  },
  'Maintain a book:': {
    doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
    stats: async () => (await import('./commands/stats.ts')).statsCommand(),
    prune: async () => (await import('./commands/prune.ts')).pruneCommand(),
    delete: async () => (await import('./commands/delete.ts')).deleteCommand(),
    check: async () => (await import('./commands/check.ts')).checkCommand(),
    backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  },
  'ClickHouse:': {
    copy: async () => (await import('./commands/clickhouse/copy.ts')).copyCommand(),
    keep: async () => (await import('./commands/clickhouse/keep.ts')).keepCommand(),
    ddl: async () => (await import('./commands/clickhouse/ddl.ts')).ddlCommand(),
  },
  'Many machines:': {
    collect: async () => (await import('./commands/collector/collect.ts')).collectCommand(),
    keys: async () => (await import('./commands/collector/keys.ts')).keysCommand(),
  },
  'Set up:': {
    redact: async () => (await import('./commands/redact.ts')).redactCommand(),
    completion: async () => (await import('./completion/completion.ts')).completionCommand(),
  },
};

/** The command that describes all others, so all are loaded for it. */
const NEEDS_ALL = 'completion';

/** The command line. With the name of a command, only that one is loaded. */
export async function createProgram(name: string | undefined): Promise<Command> {
  const { version, description } = readPackage();
  const program = new Command('gatebook')
    .description(description)
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    // Options after `gatebook run -- npm` belong to npm.
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
