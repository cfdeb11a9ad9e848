import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Entry } from '../../profile/entry.ts';
import { findPage } from '../../store/find-page.ts';
import { entryLine } from './entry-line.ts';
import { parseSearch, QUERY_HELP } from './search-requests.ts';
import type { SharedBook } from './shared-book.ts';
import { defineTool } from './tool.ts';

const MAX_SECONDS = 60;
/** Milliseconds between two searches: apps write every 200 ms. */
const PAUSE = 250;
const MAX_FOUND = 5;

export const waitForRequest = (shared: SharedBook) =>
  defineTool({
    name: 'wait_for_request',
    title: 'Wait for a request',
    description:
      'Wait until a new request that matches the query has been recorded, at most 60 seconds. Call it right after you have sent or asked ' +
      'for a request; requests that arrived in the last since_seconds count too.',
    arguments: {
      query: z.string().max(4000).default('').describe(QUERY_HELP),
      timeout_seconds: z.number().min(0).max(MAX_SECONDS).default(20),
      since_seconds: z
        .number()
        .min(0)
        .max(3600)
        .default(5)
        .describe('Requests that arrived up to this many seconds before the call count as new.'),
    },
    run: ({ query, timeout_seconds: seconds, since_seconds: since }, signal) => {
      const from = (Date.now() - since * 1000) * 1000;
      const parsed = parseSearch(query, { limit: String(MAX_FOUND) });
      if ('recorded' in parsed) return Promise.resolve(parsed);
      return shared.use(async (book) => {
        const find = async () => {
          const { entries } = await findPage(book, parsed, { signal });
          return entries.filter(({ time }) => time >= from);
        };
        const entries = await poll(find, seconds, signal);
        if (entries.length > 0)
          return {
            recorded: entries.map((entry) => entryLine(entry, book.tokens)).join('\n'),
            notes: ['The newest is first. Read it with get_request.'],
          };
        return {
          recorded: '',
          notes: [
            `No matching request was recorded within ${seconds} seconds. Is the app running, and does it record into this book? ` +
              'Call search_requests without a query to see the newest requests.',
          ],
        };
      });
    },
  });

async function poll(
  find: () => Promise<readonly Entry[]>,
  seconds: number,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const entries = await find();
    if (entries.length > 0 || Date.now() >= end || signal.aborted) return entries;
    await sleep(Math.min(PAUSE, Math.max(0, end - Date.now())), undefined, { signal }).catch(() => {});
  }
}
