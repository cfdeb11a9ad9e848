import { withEnd } from '../end-of-search.ts';
import { RoutesSection } from '../pages/routes-section.tsx';
import { readRoutes } from '../route-groups.ts';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** The routes of the app, their durations and errors, and how these changed. */
export function addRoutes(routes: Routes): void {
  addGrouping(routes, '/routes', async (search, book, signal) => {
    const groups = await readRoutes(book, withEnd(search.terms), signal);
    return <RoutesSection routes={groups} search={search} />;
  });
}
