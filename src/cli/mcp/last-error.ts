import { sinceItWorked } from '../../compare/since-it-worked.ts';
import { childrenOf } from '../../search/criteria.ts';
import { comparisonLines } from '../comparison-text.ts';
import { findProfile } from '../find-profile.ts';
import { PLAIN } from '../output/terminal.ts';
import { entryLine } from './entry-line.ts';
import { panelText } from './panel-text.ts';
import { PART, partOfText } from './part-of-text.ts';
import { defineTool } from './tool.ts';
import { withBook } from './with-book.ts';

const DEADLINE = 3000;

export const lastError = (storage: string) =>
  defineTool({
    name: 'last_error',
    title: 'The last error',
    description:
      'The newest request that failed with a server error or an exception: its summary, its exception with the stack, and what differs ' +
      'since the same route last worked. For other failures, such as 404s or those of one route, use search_requests.',
    arguments: PART,
    run: (part) =>
      withBook(storage, async (book) => {
        const profile = await findProfile(book, storage, 'last-error');
        const { tokens } = book;
        const { entries: children } = await book.search(childrenOf(tokens.tokenOf(profile.entry.seq)));
        const since = await sinceItWorked(book, profile, { deadline: DEADLINE });
        const view = { profile, children, tokens };
        const text = [
          panelText('summary', view),
          '',
          panelText('exception', view),
          '',
          ...(since.outcome === 'found'
            ? [
                `Last worked: ${entryLine(since.last, tokens)}`,
                `Compared with ${tokens.tokenOf(since.compared.entry.seq)}, this one has:`,
                ...comparisonLines(since.comparison, PLAIN),
              ]
            : ['The book has no earlier request of the same route that worked.']),
        ];
        return partOfText(text.join('\n'), part, []);
      }),
  });
