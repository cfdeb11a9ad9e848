import { readOverview } from '../../report/groups/overview.ts';
import { withEnd } from '../../search/time-bounds.ts';
import { OverviewSection } from '../pages/overview/overview-section.tsx';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** The requests of a search at a glance. */
export function addOverview(routes: Routes): void {
  const { base, stats } = routes;
  addGrouping(routes, '/overview', async (search, book, signal) => {
    const terms = withEnd(search.terms);
    const overview = await readOverview(book, terms, signal);
    return (
      <OverviewSection
        overview={overview}
        terms={terms}
        search={search}
        base={base}
        stats={stats ? stats() : null}
      />
    );
  });
}
