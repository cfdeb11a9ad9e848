import type { Context, Hono } from 'hono';
import { messageOf } from '../errors.ts';
import { zoneOf } from '../search/form.ts';
import type { Store } from '../store/store.ts';
import type { Credentials } from './access/credentials.ts';
import { type Assets, addAssets, loadAssets } from './assets.ts';
import { createGlanceReader } from './glance.ts';
import { gzipHtml } from './gzip.ts';
import { MessagePage } from './pages/message-pages.tsx';
import { createRouter, type PageEnv } from './router.ts';
import { addBlockList } from './routes/block-list.ts';
import { addClients } from './routes/client-pages.tsx';
import { addCompare } from './routes/compare.tsx';
import { addErrors } from './routes/error-pages.tsx';
import { addExport } from './routes/export.ts';
import { addLogout } from './routes/logout.ts';
import { addMetrics } from './routes/metrics.ts';
import { addOverview } from './routes/overview.tsx';
import { addProfile } from './routes/profile.tsx';
import { addRoutes } from './routes/route-pages.tsx';
import { addRowFilters } from './routes/row-filters.tsx';
import { addSearch } from './routes/search.tsx';
import { queryOf, type Routes } from './routes/site.ts';
import { addTail } from './routes/tail.tsx';
import { addToolbar } from './routes/toolbar.ts';
import { themeOf } from './theme.ts';

export interface AppOptions extends Pick<Routes, 'store' | 'stats' | 'allStats'> {
  /** The URL path of the page, such as `/_profiler`. */
  readonly base: string;
  /** Writes everything recorded so far, so the page can show the latest request. */
  readonly flush?: () => Promise<void>;
  /** Set if the key opens the page: adds the Lock button and its route. */
  readonly credentials?: Credentials | null;
  readonly assets?: Assets;
  /** What the page is called besides Gatebook: the app that serves it. */
  readonly service?: string;
  readonly notes?: readonly string[];
}

/** How long a page waits for the latest requests to be written. */
const FLUSH_MS = 500;

/** The grant *everything*: the page, its API and its assets. */
export function createApp(options: AppOptions): Hono<PageEnv> {
  const { base, store, flush, stats, allStats, credentials = null, assets = loadAssets() } = options;
  const { service = '', notes = [] } = options;
  const glance = createGlanceReader(store);
  const siteOf = (c: Context) => ({
    ...glance.current,
    base,
    version: assets.version,
    canLock: credentials !== null,
    service,
    notes,
    theme: themeOf(c.req.header('Cookie')),
  });
  const app = createRouter<PageEnv>();

  app.use(async (c, next) => {
    await next();
    c.res = gzipHtml(c.req.header('Accept-Encoding'), c.res);
  });

  app.use(async (c, next) => {
    if (c.req.header('Accept')?.includes('text/html')) await glance.refresh();
    await next();
  });

  async function freshStore(): Promise<Store> {
    if (flush) await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
    return store();
  }

  const routes: Routes = {
    app,
    base,
    siteOf,
    store,
    freshStore,
    ...(stats && { stats }),
    ...(allStats && { allStats }),
  };
  addAssets(app, base, assets);
  addSearch(routes);
  addClients(routes);
  addErrors(routes);
  addRoutes(routes);
  addOverview(routes);
  addMetrics(routes);
  addCompare(routes);
  addToolbar(routes);
  addTail(routes);
  addExport(routes);
  addBlockList(routes);
  if (credentials) addLogout(routes, credentials);
  addRowFilters(routes);
  addProfile(routes);

  app.notFound((c) =>
    c.html(
      <MessagePage
        {...siteOf(c)}
        zone={zoneOf(queryOf(c.req.url))}
        title="Not found"
        text="No profile has this token. Check the token; it may also belong to another book."
      />,
      404,
    ),
  );

  app.onError((error, c) => {
    const reason = messageOf(error);
    const zone = zoneOf(queryOf(c.req.url));
    return c.html(
      <MessagePage {...siteOf(c)} zone={zone} title="The book can't be read" text={reason} />,
      503,
    );
  });

  return app;
}
