import { Command } from 'commander';
import { usageError } from '../command-error.ts';
import { examples } from '../help.ts';
import { parseReplayTarget } from '../replay/replay-target.ts';
import { storageOption } from '../shared-options.ts';

interface McpOptions {
  readonly storage: string;
  readonly allowReplay?: true;
  readonly allowChanges?: true;
  readonly to?: string;
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .summary('let a coding agent read the book (MCP)')
    .description(
      'Serve a book to a coding agent over the Model Context Protocol, on stdin and stdout. The agent can search and read. ' +
        'With --allow-replay it can also send recorded requests again, to this machine only.',
    )
    .addOption(storageOption())
    .option('--allow-replay', 'let the agent replay requests with GET, HEAD and OPTIONS')
    .option('--allow-changes', 'with --allow-replay: all methods, also those that may change data')
    .option('--to <url>', 'the server that gets replays (default: the app that records into the book)')
    .addHelpText(
      'after',
      examples(
        'gatebook mcp',
        'gatebook mcp --storage sqlite:/srv/shop/.gatebook',
        'claude mcp add gatebook -- npx gatebook mcp --allow-replay',
      ),
    )
    .action(serveMcp);
}

async function serveMcp({ storage, allowReplay, allowChanges, to }: McpOptions): Promise<void> {
  if (!allowReplay && (allowChanges || to !== undefined))
    throw usageError('--allow-changes and --to need --allow-replay.');
  if (to !== undefined && !parseReplayTarget(to).isLoopback)
    throw usageError('--to: an agent can only send requests to this machine, such as http://localhost:3000');
  const { serve } = await import('../mcp/serve.ts');
  const replay = allowReplay ? { to: to ?? null, allowChanges: allowChanges ?? false } : null;
  await serve({ storage, replay });
}
