import * as z from 'zod';
import { SHOWN, SUMMARY } from '../../report/profile/panel-facts.ts';
import { readProfile } from '../../report/profile/read-profile.ts';
import { findProfile } from '../find-profile.ts';
import { PLAIN } from '../output/terminal.ts';
import { profileLines } from '../show/show-text.ts';
import { PART, partOfText } from './answer.ts';
import type { SharedBook } from './shared-book.ts';
import { defineTool } from './tool.ts';

export const profileName = z
  .string()
  .min(1)
  .max(40)
  .describe('A token from search_requests, such as 3fa2c1; or "latest"; or "last-error".');

export const PRINTING = { zone: 'UTC', terminal: PLAIN } as const;

export const getRequest = (shared: SharedBook) =>
  defineTool({
    name: 'get_request',
    title: 'Read one panel of a request',
    description:
      'Read a recorded request, one panel at a time. "summary" comes first and lists the panels that have something: exception with ' +
      'stack, queries grouped with N+1 warnings and the line that made them, logs, outgoing calls, timeline, headers (request), body.',
    arguments: {
      token: profileName,
      panel: z.enum(SHOWN).default(SUMMARY).describe('"raw" is the whole profile as JSON.'),
      ...PART,
    },
    run: ({ token, panel, ...part }) =>
      shared.use(async (book) => {
        const profile = await findProfile(book, shared.storage, token);
        const reading = await readProfile(book, profile, panel);
        const notes = panel === SUMMARY ? ['Pass the name of a panel as panel: it shows all of it.'] : [];
        return partOfText(profileLines(reading, panel, PRINTING).join('\n'), part, notes);
      }),
  });
