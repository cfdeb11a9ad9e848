import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import { targetOf } from '../../search/pattern.ts';
import type { Seen } from '../browser/toolbar-seen.ts';
import { countQueries, queryGroups } from '../panels/query-groups.ts';
import { queryOf, type Routes } from './site.ts';

/** A bar asks for what is new to it; no page fetches more at once that anybody would read. */
const MOST_TOKENS = 50;
const LONGEST_PATH = 300;

/** What the bar on an app's page tells of requests, by their tokens. One that is not in the book yet is left out. */
export function addToolbar({ app, site, freshStore }: Routes): void {
  app.get(`${site.base}/toolbar`, async (c) => {
    const tokens = (queryOf(c.req.url).get('tokens') ?? '').split(',').slice(0, MOST_TOKENS);
    const book = await freshStore();
    const seen: Seen[] = [];
    for (const token of new Set(tokens)) {
      const profile = await book.get(token);
      if (profile && 'entry' in profile) seen.push(seenOf(token, profile));
    }
    return c.json(seen);
  });
}

function seenOf(token: string, { entry, detail }: Profile): Seen {
  return {
    token,
    status: entry.status,
    method: visibleText(entry.method),
    // The path says enough: a page knows its own host.
    path: visibleText(targetOf(entry.url) || entry.url).slice(0, LONGEST_PATH),
    took: formatDuration(entry.duration),
    ...countQueries(queryGroups(detail?.spans ?? [])),
    logs: detail?.logs?.length ?? 0,
    error: visibleText(entry.error),
  };
}
