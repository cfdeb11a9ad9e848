import type { Micros } from '../../profile/time.ts';
import { COUNT_CAP, EVERYTHING } from '../../search/criteria.ts';
import { parseForm } from '../../search/form.ts';
import { MessagePage } from '../pages/message-page.tsx';
import { MistakenPage } from '../pages/mistaken-page.tsx';
import { SearchPage } from '../pages/search-page.tsx';
import { queryOf, type Routes } from './site.ts';

/** Profile Search, and the original's addresses for it. */
export function addSearch({ app, site, freshStore, stats }: Routes): void {
  const { base } = site;
  const toSearch = (query: string) => base + (query === '' ? '' : `?${query}`);

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
}
