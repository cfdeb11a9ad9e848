import type { Micros } from '../../profile/time.ts';
import { COLUMNS, type Column } from '../../search/columns.ts';
import { SORT_BY } from '../../search/criteria.ts';
import { queryFromParams } from '../../search/edit-query.ts';
import { parseForm } from '../../search/form.ts';
import { hiddenOf } from '../hidden-clients.ts';
import { ROW_FILTERS, RowFiltersPage } from '../pages/search/row-menu.tsx';
import { newSearch, searchLinks } from '../pages/search-links.ts';
import { queryOf, type Routes } from './site.ts';

/** What the menu of a row has: searches for its values, or for all others. */
export function addRowFilters({ app, base, siteOf, store }: Routes): void {
  app.get(`${base}/:token${ROW_FILTERS}`, async (c) => {
    const profile = await (await store()).get(c.req.param('token').toLowerCase());
    if (!profile || 'expired' in profile) return c.notFound();
    const params = queryOf(c.req.url);
    const parsed = parseForm(params, (Date.now() * 1000) as Micros);
    const { zone } = parsed;
    const columns = parsed.ok ? parsed.columns : [];
    const criteria = parsed.ok ? parsed.criteria : null;
    const search = criteria
      ? searchLinks({
          base,
          text: queryFromParams(params),
          terms: criteria.terms,
          zone,
          limit: params.get('limit') ?? '',
          columns,
          order: criteria.first ?? '',
          hidden: hiddenOf(c.req.header('Cookie')),
        })
      : newSearch(base, zone);
    // A sorted list has this column too.
    const isShown = (column: Column) =>
      columns.includes(column) || (column === SORT_BY && criteria?.sort !== undefined);
    return c.html(
      <RowFiltersPage
        site={siteOf(c)}
        entry={profile.entry}
        search={search}
        columns={COLUMNS.filter(isShown)}
        zone={zone}
      />,
    );
  });
}
