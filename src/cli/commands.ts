import type { Command } from 'commander';

/** Loads a command when it is used: each one brings the code of what it does. */
type Load = () => Promise<Command>;

/** All commands, by the group that `gatebook --help` lists them in. */
export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'Start:': {
    run: async () => (await import('./run.ts')).runCommand(),
    demo: async () => (await import('./demo.ts')).demoCommand(),
  },
  'Find requests:': {
    open: async () => (await import('./open.ts')).openCommand(),
    search: async () => (await import('./search.ts')).searchCommand(),
    tail: async () => (await import('./tail.ts')).tailCommand(),
    show: async () => (await import('./show.ts')).showCommand(),
    compare: async () => (await import('./compare.ts')).compareCommand(),
    since: async () => (await import('./since.ts')).sinceCommand(),
    replay: async () => (await import('./replay.ts')).replayCommand(),
    clients: async () => (await import('./clients.ts')).clientsCommand(),
    routes: async () => (await import('./routes.ts')).routesCommand(),
    curl: async () => (await import('./curl.ts')).curlCommand(),
    export: async () => (await import('./export.ts')).exportCommand(),
    serve: async () => (await import('./serve.ts')).serveCommand(),
  },
  'Agents:': {
    mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  },
  'Maintain a book:': {
    doctor: async () => (await import('./doctor.ts')).doctorCommand(),
    stats: async () => (await import('./stats.ts')).statsCommand(),
    prune: async () => (await import('./prune.ts')).pruneCommand(),
    delete: async () => (await import('./delete.ts')).deleteCommand(),
    check: async () => (await import('./check.ts')).checkCommand(),
    backup: async () => (await import('./backup.ts')).backupCommand(),
  },
  'ClickHouse:': {
    copy: async () => (await import('./copy.ts')).copyCommand(),
    keep: async () => (await import('./keep.ts')).keepCommand(),
    ddl: async () => (await import('./ddl.ts')).ddlCommand(),
  },
  'Set up:': {
    redact: async () => (await import('./redact.ts')).redactCommand(),
    completion: async () => (await import('./completion.ts')).completionCommand(),
  },
};

/** Describes all others, so it needs them all. */
export const NEEDS_ALL = 'completion';
