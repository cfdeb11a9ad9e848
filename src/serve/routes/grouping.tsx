import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Micros } from '../../profile/time.ts';
import { parseGrouped } from '../../report/parse-search.ts';
import { queryFromForm, queryFromParams, SHOWN_PARAM } from '../../search/edit-query.ts';
import { BY_PARAM, ORDER_PARAM } from '../../search/query-text.ts';
import type { Store } from '../../store/store.ts';
import { sendDeferred } from '../deferred-html.ts';
import {
  FailedGroups,
  GROUPS_PLACEHOLDER,
  type GroupedSearch,
  GroupingPage,
  type Subject,
} from '../pages/grouping-page.tsx';
import type { ViewPath } from '../pages/layout.tsx';
import { FailedPage, MistakesPage } from '../pages/message-pages.tsx';
import { searchLinks, searchQuery } from '../pages/search-links.ts';
import { orFailure, queryOf, type Routes } from './site.ts';

/** Counts the requests of a search, and renders the result. The signal is aborted when the browser disconnects. */
type RenderGroups = (search: GroupedSearch, book: Store, signal: AbortSignal) => Promise<Child>;

/**
 * A page that groups the requests of a search. Its form is sent at once, its groups follow in the same response.
 * @param subjectOf the one group that a search asks for; `null` if it may have several
 */
export function addGrouping(
  routes: Routes,
  view: ViewPath,
  render: RenderGroups,
  subjectOf: (text: string) => Subject | null = () => null,
): void {
  const { app, base, siteOf, freshStore } = routes;
  const path = base + view;
  app.get(path, async (c) => {
    const params = queryOf(c.req.url);
    if (params.has(SHOWN_PARAM)) return c.redirect(path + searchQuery(params, queryFromForm(params)));
    const now = (Date.now() * 1000) as Micros;
    const parsed = parseGrouped(params, now);
    const { zone } = parsed;
    if (!parsed.ok) {
      const { mistakes } = parsed;
      return c.html(
        <MistakesPage {...siteOf(c)} view={view} params={params} mistakes={mistakes} zone={zone} />,
        400,
      );
    }
    const book = await orFailure(freshStore);
    if ('failure' in book)
      return c.html(
        <FailedPage {...siteOf(c)} view={view} zone={zone} params={params} reason={book.failure} />,
        503,
      );
    const { terms } = parsed.criteria;
    const order = params.get(ORDER_PARAM) ?? '';
    const by = params.get(BY_PARAM) ?? '';
    const links = { text: queryFromParams(params), terms, zone, columns: parsed.columns };
    const search: GroupedSearch = {
      params,
      terms,
      context: { now, zone },
      order,
      by,
      here: searchLinks({ ...links, base: path, order, by }),
      rows: searchLinks({ ...links, base }),
    };
    const subject = subjectOf(links.text);
    const page = String(<GroupingPage {...siteOf(c)} view={view} search={search} subject={subject} />);
    return sendDeferred(c, page, GROUPS_PLACEHOLDER, renderGroups(c, search, book));
  });

  async function renderGroups(c: Context, search: GroupedSearch, book: Store): Promise<string> {
    const groups = await orFailure(async () => String(await render(search, book, c.req.raw.signal)));
    if (typeof groups === 'string') return groups;
    return String(<FailedGroups reason={groups.failure} here={search.here} />);
  }
}
