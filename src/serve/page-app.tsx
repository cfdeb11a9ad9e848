import { Hono } from 'hono';
import type { Micros } from '../profile/time.ts';
import { COUNT_CAP, childrenOf, EVERYTHING } from '../search/criteria.ts';
import { parseForm } from '../search/form.ts';
import type { Store } from '../store/store.ts';
import { loadAssets } from './assets.ts';
import { ExpiredPage, MessagePage } from './pages/message-page.tsx';
import { MistakenPage } from './pages/mistaken-page.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { SearchPage } from './pages/search-page.tsx';
import type { RecordingStats } from './recording-stats.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

export interface PageAppOptions {
  /** The path the page stands at, such as `/_profiler`. */
  readonly base: string;
  readonly store: () => Promise<Store>;
  /** Brings what was recorded until now into the book, so that a reader finds the request just made. */
  readonly flush?: () => Promise<void>;
  /** What became of what this process recorded; a page that only reads a book has recorded nothing. */
  readonly stats?: () => RecordingStats;
}

/** How long a reader waits for the newest requests to be written. */
const FLUSH_MS = 500;

/** The whole user interface as one function of a request. */
export function createPageApp({ base, store, flush, stats }: PageAppOptions): Hono {
  const assets = loadAssets();
  const site = { base, version: assets.version };
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  });

  async function freshStore(): Promise<Store> {
    if (flush) await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
    return store();
  }

  const toSearch = (query: string) => base + (query === '' ? '' : `?${query}`);
  const queryOf = (url: string) => new URL(url).searchParams;

  app.get(base, async (c) => {
    const params = queryOf(c.req.url);
    const question = parseForm(params, (Date.now() * 1000) as Micros);
    if (!question.ok)
      return c.html(<MistakenPage {...site} params={params} mistakes={question.mistakes} />, 400);
    const { criteria, zone } = question;
    const book = await freshStore();
    // Called off when the reader goes away.
    const { signal } = c.req.raw;
    const [page, count] = await Promise.all([
      book.search(criteria, { signal }),
      book.count(criteria.terms, COUNT_CAP, { signal }),
    ]);
    return c.html(
      <SearchPage
        {...site}
        params={params}
        criteria={criteria}
        zone={zone}
        page={page}
        count={count}
        tokens={book.tokens}
        {...(stats && { stats: stats() })}
      />,
    );
  });
  app.get(`${base}/`, (c) => c.redirect(toSearch(queryOf(c.req.url).toString())));

  // The original's addresses.
  app.get(`${base}/search`, (c) => c.redirect(toSearch(queryOf(c.req.url).toString())));
  app.get(`${base}/:token/search/results`, (c) => c.redirect(toSearch(queryOf(c.req.url).toString())));

  app.get(`${base}/latest`, async (c) => {
    const book = await freshStore();
    const [newest] = (await book.search({ ...EVERYTHING, limit: 1 })).entries;
    if (newest) return c.redirect(`${base}/${book.tokens.tokenOf(newest.seq)}`);
    return c.html(
      <MessagePage {...site} title="No results found" text="Nothing has been recorded yet." />,
      404,
    );
  });

  app.get(`${base}/metrics`, async (c) => {
    if (!stats) return c.notFound();
    const { metricsText } = await import('./metrics.ts');
    const { text, type } = await metricsText(stats());
    return c.body(text, 200, { 'Content-Type': type });
  });

  app.get(`${base}/assets/:name`, (c) => {
    const asset = assets.files.get(c.req.param('name'));
    if (!asset) return c.notFound();
    return c.body(asset.text, 200, {
      'Content-Type': asset.type,
      'Cache-Control': 'private, max-age=31536000, immutable',
    });
  });

  app.get(`${base}/:token`, async (c) => {
    const book = await freshStore();
    const profile = await book.get(c.req.param('token').toLowerCase());
    if (!profile) return c.notFound();
    const { zone } = parseForm(queryOf(c.req.url), 0 as Micros);
    if ('expired' in profile)
      return c.html(<ExpiredPage {...site} time={profile.expired} zone={zone} />, 410);
    const { entry } = profile;
    const [parent, subRequests] = await Promise.all([
      entry.parent === null ? null : book.get(book.tokens.tokenOf(entry.parent)),
      book.search(childrenOf(book.tokens.tokenOf(entry.seq)), { signal: c.req.raw.signal }),
    ]);
    return c.html(
      <ProfilePage
        {...site}
        profile={profile}
        hasParent={parent !== null && 'entry' in parent}
        subRequests={subRequests}
        tokens={book.tokens}
        zone={zone}
      />,
    );
  });

  app.notFound((c) =>
    c.html(
      <MessagePage
        {...site}
        title="Not found"
        text="No profile has this token. It may have been mistyped, or belong to another book."
      />,
      404,
    ),
  );

  app.onError((error, c) => {
    const reason = error instanceof Error ? error.message : String(error);
    return c.html(<MessagePage {...site} title="The book can't be read" text={reason} />, 503);
  });

  return app;
}
