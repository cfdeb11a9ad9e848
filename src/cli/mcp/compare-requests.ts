import * as z from 'zod';
import { compareProfiles } from '../../compare/compare-profiles.ts';
import { missingDetailText } from '../../compare/difference.ts';
import { findProfile } from '../find-profile.ts';
import { comparisonLines } from '../output/comparison-text.ts';
import { PLAIN } from '../output/terminal.ts';
import { PART, partOfText } from './answer.ts';
import { entryLine } from './entry-line.ts';
import { profileName } from './get-request.ts';
import type { SharedBook } from './shared-book.ts';
import { defineTool } from './tool.ts';

export const compareRequests = (shared: SharedBook) =>
  defineTool({
    name: 'compare_requests',
    title: 'Compare two requests',
    description:
      'What differs between two recorded requests, what can matter first: status, exception, queries that are new, gone or repeated, ' +
      'calls, headers, parameters, logs, durations. Use it to verify a fix (a: before, b: after), or to compare a failure with a success.',
    arguments: {
      a: profileName.describe('The earlier or the usual request: a token, "latest" or "last-error".'),
      b: profileName.describe('The request to compare with it: a token, "latest" or "last-error".'),
      all: z
        .boolean()
        .default(false)
        .describe('Also list what equal requests differ in, and what is identical.'),
      ...PART,
    },
    run: ({ a, b, all, ...part }) =>
      shared.use(async (book) => {
        const sides = await Promise.all([
          findProfile(book, shared.storage, a),
          findProfile(book, shared.storage, b),
        ]);
        const [before, after] = sides;
        const lines = [
          `A ${entryLine(before.entry, book.tokens)}`,
          `B ${entryLine(after.entry, book.tokens)}`,
          ...missingDetailText(sides, book.tokens),
          ...comparisonLines(compareProfiles(before, after, { why: 'chosen' }), PLAIN, all),
        ];
        return partOfText(lines.join('\n'), part, all ? [] : ['Pass all: true for the rest.']);
      }),
  });
