import * as z from 'zod';
import { childrenOf } from '../../search/criteria.ts';
import { findProfile } from '../find-profile.ts';
import { PANELS, panelText } from './panel-text.ts';
import { PART, partOfText } from './part-of-text.ts';
import { profileName } from './profile-name.ts';
import { defineTool } from './tool.ts';
import { withBook } from './with-book.ts';

export const getRequest = (storage: string) =>
  defineTool({
    name: 'get_request',
    title: 'Read one panel of a request',
    description:
      'Read a recorded request, one panel at a time. "summary" comes first and says what the other panels have: exception with stack, ' +
      'queries grouped with N+1 warnings and the line that made them, logs, outgoing calls, timeline, headers (request), body, notes, sub-requests, raw JSON.',
    arguments: {
      token: profileName,
      panel: z.enum(PANELS).default('summary'),
      ...PART,
    },
    run: ({ token, panel, ...part }) =>
      withBook(storage, async (book) => {
        const profile = await findProfile(book, storage, token);
        const { tokens } = book;
        const { entries: children } = await book.search(childrenOf(tokens.tokenOf(profile.entry.seq)));
        const text = panelText(panel, { profile, children, tokens });
        const notes =
          panel === 'queries' || panel === 'exception' ? ['The panel raw has everything, as JSON.'] : [];
        return partOfText(text, part, notes);
      }),
  });
