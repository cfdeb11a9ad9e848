import * as z from 'zod';
import { inCommon } from '../../findings/in-common/in-common.ts';
import { inCommonLines } from '../output/in-common-lines.ts';
import { PLAIN } from '../output/terminal.ts';
import { PART, partOfText } from './answer.ts';
import { PRINTING } from './get-request.ts';
import { parseSearch } from './search-requests.ts';
import type { SharedBook } from './shared-book.ts';
import { defineTool } from './tool.ts';

const DEADLINE = 5000;

export const why = (shared: SharedBook) =>
  defineTool({
    name: 'why',
    title: 'What requests have in common',
    description:
      'What the matching requests have in common and the others do not: user, release, instance, tag, header, query, call. For failures ' +
      '(status:5xx, error:...) or slow requests (duration:>500ms), compared with the other requests of their route.',
    arguments: {
      query: z
        .string()
        .min(1)
        .max(4000)
        .describe('As for search_requests: status:5xx route:/checkout since:1h'),
      ...PART,
    },
    run: ({ query, ...part }, signal) => {
      const parsed = parseSearch(query, {});
      if ('recorded' in parsed) return Promise.resolve(parsed);
      return shared.use(async (book) => {
        const found = await inCommon(book, parsed.terms, { deadline: DEADLINE, signal });
        return partOfText(inCommonLines(found, query, PRINTING.zone, PLAIN).join('\n'), part, []);
      });
    },
  });
