import type { Routes } from './site.ts';

/** Recording metrics of this process in Prometheus format. */
export function addMetrics({ app, site, stats }: Routes): void {
  app.get(`${site.base}/metrics`, async (c) => {
    if (!stats) return c.notFound();
    const { metricsText } = await import('../metrics.ts');
    const { text, type } = await metricsText(stats());
    return c.body(text, 200, { 'Content-Type': type });
  });
}
