import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { visibleLines } from '../../format/visible-text.ts';
import { isForUsers } from '../command-error.ts';
import { type Answer, answerText } from './answer.ts';

export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: Shape;
  /** Set if it sends requests. */
  readonly sends?: { readonly changes: boolean };
  run(args: z.infer<z.ZodObject<Shape>>, signal: AbortSignal): Promise<Answer>;
}

export function defineTool<Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool<Shape> {
  return tool;
}

/** A failure is an answer too, which says what to do. */
export function addTool<Shape extends z.ZodRawShape>(server: McpServer, tool: Tool<Shape>): void {
  const { name, title, description, sends } = tool;
  const inputSchema: z.ZodObject = z.strictObject(tool.arguments);
  const annotations = {
    title,
    readOnlyHint: sends === undefined,
    destructiveHint: sends?.changes ?? false,
    idempotentHint: sends === undefined,
    openWorldHint: false,
  };
  server.registerTool(name, { title, description, inputSchema, annotations }, async (args, context) => {
    try {
      const answer = await tool.run(args as z.infer<z.ZodObject<Shape>>, context.mcpReq.signal);
      return {
        content: [{ type: 'text', text: answerText(answer) }],
        ...(answer.failed && { isError: true }),
      };
    } catch (error) {
      if (!isForUsers(error)) throw error;
      return { content: [{ type: 'text', text: visibleLines(error.message) }], isError: true };
    }
  });
}
