import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import { countQueries, queryGroups } from '../../report/profile/query-groups.ts';
import { targetOf } from '../../search/pattern.ts';
import { queryOf, type Routes } from './site.ts';

/** The toolbar asks only for tokens it does not know yet, and lists no more than this. */
const MAX_TOKENS = 50;
const MAX_PATH_LENGTH = 300;

/** What the toolbar shows of a request. Clients may have written any of its text. */
export interface RequestSummary {
  readonly token: string;
  readonly status: number;
  readonly method: string;
  readonly path: string;
  /** As text, such as `12 ms`. */
  readonly duration: string;
  readonly queries: number;
  /** Statements that ran more than once. */
  readonly repeated: number;
  readonly logs: number;
  readonly error: string;
}

/** Summaries of requests for the toolbar, by token. Requests that are not in the book yet are left out. */
export function addToolbar({ app, base, freshStore }: Routes): void {
  app.get(`${base}/toolbar`, async (c) => {
    const tokens = (queryOf(c.req.url).get('tokens') ?? '').split(',').slice(0, MAX_TOKENS);
    const book = await freshStore();
    const summaries: RequestSummary[] = [];
    for (const token of new Set(tokens)) {
      const profile = await book.get(token);
      if (profile && 'entry' in profile) summaries.push(summaryOf(token, profile));
    }
    return c.json(summaries);
  });
}

function summaryOf(token: string, { entry, detail }: Profile): RequestSummary {
  return {
    token,
    status: entry.status,
    method: visibleText(entry.method),
    // The host is that of the page itself.
    path: visibleText(targetOf(entry.url) || entry.url).slice(0, MAX_PATH_LENGTH),
    duration: formatDuration(entry.duration),
    ...countQueries(queryGroups(detail?.spans ?? [])),
    logs: detail?.logs?.length ?? 0,
    error: visibleText(entry.error),
  };
}
