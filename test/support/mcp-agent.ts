import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI } from './run-cli.ts';

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** An agent: the official client, with `gatebook mcp` as its server. */
export interface Agent {
  readonly client: Client;
  call(tool: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  /** What the server wrote to stderr. */
  stderr(): string;
  close(): Promise<void>;
}

export async function startAgent(storage: string, ...options: string[]): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', '--storage', storage, ...options],
    env: { PATH: process.env.PATH ?? '', GATEBOOK_KEY: process.env.GATEBOOK_KEY ?? '' },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    async call(tool, args = {}) {
      const { content, isError } = await client.callTool({ name: tool, arguments: args });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { text, isError: isError === true };
    },
    stderr: () => stderr,
    close: () => client.close(),
  };
}

/** What is between the marks of an answer, and what is outside of them. Fails if there is not exactly one pair of marks. */
export function readAnswer(text: string): { readonly recorded: string; readonly outside: string } {
  const [opening = '', mark = ''] = /^<recorded-([0-9a-f]{18})>$/m.exec(text) ?? [];
  const closing = `</recorded-${mark}>`;
  const [before, rest, ...moreOpening] = text.split(opening);
  const [recorded, after, ...moreClosing] = (rest ?? '').split(closing);
  if (mark === '' || moreOpening.length > 0 || moreClosing.length > 0 || after === undefined)
    throw new Error(`Not one pair of marks: ${text.slice(0, 300)}`);
  return { recorded: recorded?.trim() ?? '', outside: `${before}${after}` };
}
