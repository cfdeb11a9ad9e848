import { Hono } from 'hono';
import type { Micros } from '../profile/time.ts';
import { EVERYTHING, type Term } from '../search/criteria.ts';
import { parseForm } from '../search/form.ts';
import type { Store } from '../store/store.ts';
import { loadAssets } from './assets.ts';
import { MessagePage } from './pages/message-page.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { MistakenPage, SearchPage } from './pages/search-page.tsx';
import { SECURITY_HEADERS } from './security-headers.ts';

export interface PageAppOptions {
  /** The path the page stands at, such as `/_profiler`. */
  readonly base: string;
  readonly store: () => Promise<Store>;
  /** Brings what was recorded until now into the book, so that a reader finds the request just made. */
  readonly flush?: () => Promise<void>;
}

/** Beyond this the total of matches is told as "10,000+". */
const COUNT_CAP = 10_000;
/** Sub-requests shown with their main request. */
const FAMILY = 100;
/** How long a reader waits for the newest requests to be written. */
const FLUSH_MS = 500;

/** The whole user interface as one function of a request. */
export function createPageApp({ base, store, flush }: PageAppOptions): Hono {
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
    const [page, count] = await Promise.all([book.search(criteria), book.count(criteria.terms, COUNT_CAP)]);
    const asked = criteria.terms.length > 0;
    return c.html(
      <SearchPage
        {...site}
        params={params}
        zone={zone}
        page={page}
        count={count}
        asked={asked}
        tokens={book.tokens}
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
    const { entry } = profile;
    const question = parseForm(queryOf(c.req.url), 0 as Micros);
    const [parent, subRequests] = await Promise.all([
      entry.parent === null ? null : book.get(book.tokens.tokenOf(entry.parent)),
      book.search({ ...EVERYTHING, terms: [isChildOf(book.tokens.tokenOf(entry.seq))], limit: FAMILY }),
    ]);
    return c.html(
      <ProfilePage
        {...site}
        profile={profile}
        parent={parent?.entry ?? null}
        subRequests={subRequests.entries}
        tokens={book.tokens}
        zone={question.zone}
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

function isChildOf(token: string): Term {
  return { field: 'parent', not: false, any: [token] };
}
