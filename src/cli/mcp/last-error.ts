import { ALIKE_NOTES, neverWorkedText, sinceItWorked } from '../../compare/since-it-worked.ts';
import { SUMMARY } from '../../report/profile/panel-facts.ts';
import { readProfile } from '../../report/profile/read-profile.ts';
import { findProfile } from '../find-profile.ts';
import { comparisonLines } from '../output/comparison-text.ts';
import { PLAIN } from '../output/terminal.ts';
import { profileLines } from '../show/show-text.ts';
import { PART, partOfText } from './answer.ts';
import { entryLine } from './entry-line.ts';
import { PRINTING } from './get-request.ts';
import type { SharedBook } from './shared-book.ts';
import { defineTool } from './tool.ts';

const DEADLINE = 3000;

export const lastError = (shared: SharedBook) =>
  defineTool({
    name: 'last_error',
    title: 'The last error',
    description:
      'The newest request that failed with a server error or an exception: its summary, its exception with the stack, and what differs ' +
      'since the same route last worked. For other failures, such as 404s or those of one route, use search_requests.',
    arguments: PART,
    run: (part) =>
      shared.use(async (book) => {
        const profile = await findProfile(book, shared.storage, 'last-error');
        const { tokens } = book;
        const since = await sinceItWorked(book, profile, { deadline: DEADLINE });
        const reading = await readProfile(book, profile, 'exception');
        const text = [
          ...profileLines(reading, SUMMARY, PRINTING),
          '',
          ...profileLines(reading, 'exception', PRINTING).slice(2),
          '',
          ...(since.outcome === 'found'
            ? [
                `Last worked: ${entryLine(since.last, tokens)}`,
                `Compared with ${tokens.tokenOf(since.compared.entry.seq)}${ALIKE_NOTES[since.alike]}, this one has:`,
                ...comparisonLines(since.comparison, PLAIN),
              ]
            : [neverWorkedText(since, PRINTING.zone)]),
        ];
        return partOfText(text.join('\n'), part, []);
      }),
  });
