import * as z from 'zod';
import { appAddress } from '../book-key.ts';
import { findProfile } from '../find-profile.ts';
import { PLAIN } from '../output/terminal.ts';
import { parseGivenHeader } from '../replay/given-header.ts';
import { replay } from '../replay/replay.ts';
import { missingLines, replayLines } from '../replay/replay-text.ts';
import { type Answer, maxBytes, partOfText } from './answer.ts';
import { profileName } from './get-request.ts';
import type { SharedBook } from './shared-book.ts';
import { defineTool } from './tool.ts';

/** The requests that the user allows the agent to send. */
export interface ReplayPermission {
  /** The server; `null` for the app that records into the book. */
  readonly to: string | null;
  /** Methods other than GET, HEAD and OPTIONS. */
  readonly allowChanges: boolean;
}

const REFUSALS = {
  'not-sendable': 'Nothing was sent: this request cannot be sent again.',
  missing: 'Nothing was sent: pass what is missing as headers, body or path.',
  remote: 'Nothing was sent: only servers on this machine are allowed.',
  changes: 'Nothing was sent: the user has to start gatebook mcp with --allow-changes for this method.',
} as const;

export const replayRequest = (shared: SharedBook, { to, allowChanges }: ReplayPermission) =>
  defineTool({
    name: 'replay_request',
    title: 'Replay a request',
    description: `Send a recorded request again to the app on this machine, and compare the outcome with the recorded one: did the fix work? ${
      allowChanges ? 'All methods are allowed' : 'Only GET, HEAD and OPTIONS are allowed'
    }. Withheld values (cookies, authorization) are never sent: pass those that are needed.`,
    sends: { changes: allowChanges },
    arguments: {
      token: profileName,
      headers: z
        .array(z.string().max(8000))
        .max(50)
        .default([])
        .describe('Headers to send instead of the recorded ones, each as "Name: value".'),
      body: z.string().max(1_000_000).optional().describe('The body to send instead of the recorded one.'),
      path: z
        .string()
        .max(8000)
        .optional()
        .describe('The path and query to send instead of the recorded ones.'),
      times: z
        .number()
        .int()
        .min(1)
        .max(100)
        .default(1)
        .describe('Send it this many times, for a distribution.'),
      max_bytes: maxBytes,
    },
    run: ({ token, headers, body, path, times, max_bytes }, signal) =>
      shared.use(async (book): Promise<Answer> => {
        const advice = 'The user can pass it: gatebook mcp --to http://localhost:3000';
        const result = await replay(book, await findProfile(book, shared.storage, token), {
          to: to ?? appAddress(shared.storage, advice),
          allowChanges,
          headers: headers.map(parseGivenHeader),
          body: body === undefined ? undefined : Buffer.from(body),
          path,
          times,
          signal,
        });
        const part = { offset: 0, max_bytes };
        if (result.outcome === 'refused') {
          const lines = [result.reason, ...missingLines(result.missing)];
          return { ...partOfText(lines.join('\n'), part, [REFUSALS[result.why]]), failed: true };
        }
        const lines = replayLines(result, PLAIN, false);
        const failure = result.runs.find(({ failure }) => failure !== '')?.failure;
        if (failure !== undefined) lines.push(`No response: ${failure}`);
        const now = result.compared?.run.token;
        const notes = now
          ? [`compare_requests with a: ${result.token} and b: ${now} compares them again.`]
          : [];
        return partOfText(lines.join('\n'), part, notes);
      }),
  });
