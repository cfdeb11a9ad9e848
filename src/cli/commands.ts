import type { Command } from 'commander';

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
    since: async () => (await import('./commands/since.ts')).sinceCommand(),
    replay: async () => (await import('./commands/replay.ts')).replayCommand(),
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
    copy: async () => (await import('./commands/copy.ts')).copyCommand(),
    keep: async () => (await import('./commands/keep.ts')).keepCommand(),
    ddl: async () => (await import('./commands/ddl.ts')).ddlCommand(),
  },
  'Set up:': {
    redact: async () => (await import('./commands/redact.ts')).redactCommand(),
    completion: async () => (await import('./completion/completion.ts')).completionCommand(),
  },
};

/** Describes all others, so it needs them all. */
export const NEEDS_ALL = 'completion';
