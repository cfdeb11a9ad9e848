import { METRICS_TYPE, metricsText } from '../metrics.ts';
import type { Routes } from './site.ts';

/** Metrics of the recorders of a book. A page that only reads a book has none. */
export function addMetrics({ app, base, allStats }: Routes): void {
  app.get(`${base}/metrics`, async (c) => {
    if (!allStats) return c.notFound();
    return c.body(metricsText(await allStats()), 200, { 'Content-Type': METRICS_TYPE });
  });
}
