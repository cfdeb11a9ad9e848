import * as z from 'zod';
import { readFindings } from '../../findings/findings.ts';
import { findingLines } from '../output/finding-lines.ts';
import { PLAIN } from '../output/terminal.ts';
import { sinceClause } from '../since-release.ts';
import { PART, partOfText } from './answer.ts';
import { PRINTING } from './get-request.ts';
import { parseSearch } from './search-requests.ts';
import type { SharedBook } from './shared-book.ts';
import { defineTool } from './tool.ts';

const DEADLINE = 5000;

export const findings = (shared: SharedBook) =>
  defineTool({
    name: 'findings',
    title: 'What is wrong',
    description:
      'What is wrong, found by itself: processes that crashed, services that went silent, errors that are new or back, routes that became slower and why, scanners that got through, N+1 ' +
      'queries, failing jobs, recording that drops. Each has the query that lists its requests with search_requests.',
    arguments: {
      since: z.string().max(40).default('1d').describe('From when on: 15m, 1h, 1d, a time, or a release.'),
      query: z.string().max(4000).default('').describe('Only among these requests: as for search_requests.'),
      ...PART,
    },
    run: ({ since, query, ...part }, signal) =>
      shared.use(async (book) => {
        const clause = await sinceClause(book, since, PRINTING.zone);
        const text = `${query} since:"${clause.slice('since:'.length).replaceAll('"', '')}"`.trim();
        const parsed = parseSearch(text, {});
        if ('recorded' in parsed) return parsed;
        const options = { deadline: DEADLINE, signal };
        const findings = await readFindings(book, { text, terms: parsed.terms }, options);
        const notes =
          findings.found.length === 0
            ? []
            : ['Ask why with the query of an error for what its requests have in common.'];
        return partOfText(findingLines(findings, PRINTING.zone, PLAIN).join('\n'), part, notes);
      }),
  });
