import { METRICS_TYPE, metricsText } from '../metrics.ts';
import type { Routes } from './site.ts';

/** Metrics of the recorder in this process. A page that only reads a book has none. */
export function addMetrics({ app, site, stats }: Routes): void {
  app.get(`${site.base}/metrics`, (c) => {
    if (!stats) return c.notFound();
    return c.body(metricsText(stats()), 200, { 'Content-Type': METRICS_TYPE });
  });
}
