import { readReleaseStarts } from '../../report/groups/release-starts.ts';
import { readRoutes } from '../../report/groups/route-groups.ts';
import { withEnd } from '../../search/time-bounds.ts';
import { RoutesSection } from '../pages/routes/routes-section.tsx';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** The routes of the app, their durations and errors, and how these changed. */
export function addRoutes(routes: Routes): void {
  addGrouping(routes, '/routes', async (search, book, signal) => {
    const terms = withEnd(search.terms);
    const groups = await readRoutes(book, terms, signal);
    const releases = await readReleaseStarts(book, terms, signal);
    return <RoutesSection routes={groups} releases={releases} search={search} />;
  });
}
