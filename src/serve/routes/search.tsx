import type { Micros } from '../../profile/time.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { queryFromForm, queryFromParams, SHOWN_PARAM } from '../../search/edit-query.ts';
import { parseForm } from '../../search/form.ts';
import { withDeferredHtml } from '../deferred-html.ts';
import { FailedPage } from '../pages/failed-page.tsx';
import { MessagePage } from '../pages/message-page.tsx';
import { MistakesPage } from '../pages/mistakes-page.tsx';
import { queryString, searchLinks } from '../pages/search-links.ts';
import { isAlone, SearchPage, SURVEY_PLACEHOLDER } from '../pages/search-page.tsx';
import { SurveySection } from '../pages/survey-section.tsx';
import { queryOf, type Routes } from './site.ts';

/** The page is held open this long for its survey, which tells how many match. */
const SURVEY_MS = 1000;

/** Profile Search, and the original's addresses for it. */
export function addSearch({ app, site, freshStore, stats }: Routes): void {
  const { base } = site;
  const toSearch = (query: string) => base + (query === '' ? '' : `?${query}`);

  app.get(base, async (c) => {
    const params = queryOf(c.req.url);
    // The form sends its text and its fields: which is which is told by one address.
    if (params.has(SHOWN_PARAM)) return c.redirect(base + sentQuery(params));
    const question = parseForm(params, (Date.now() * 1000) as Micros);
    if (!question.ok)
      return c.html(<MistakesPage {...site} params={params} mistakes={question.mistakes} />, 400);
    const { criteria, zone } = question;
    const { terms } = criteria;
    // Called off when the reader goes away.
    const { signal } = c.req.raw;
    const found = await ask(async () => {
      const book = await freshStore();
      const page = await book.search(criteria, { signal });
      // Asked when the rows are there: beside them it would take the engine's time from them.
      const surveyed = isAlone(page) ? null : ask(() => book.survey(terms, { signal, deadline: SURVEY_MS }));
      return { page, surveyed, tokens: book.tokens };
    });
    if ('failure' in found)
      return c.html(<FailedPage {...site} params={params} reason={found.failure} />, 503);
    const { surveyed, ...listing } = found;
    const limit = params.get('limit') ?? '';
    const search = searchLinks({ base, text: queryFromParams(params), terms, zone, limit });
    const page = (
      <SearchPage
        {...site}
        {...listing}
        params={params}
        criteria={criteria}
        search={search}
        zone={zone}
        {...(stats && { stats: stats() })}
      />
    );
    if (surveyed === null) return c.html(String(page));
    const survey = surveyed.then((answer) =>
      String(<SurveySection surveyed={answer} search={search} zone={zone} />),
    );
    return c.body(withDeferredHtml(String(page), SURVEY_PLACEHOLDER, survey), 200, {
      'Content-Type': 'text/html; charset=UTF-8',
    });
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

/** The address of what the form was sent with. */
function sentQuery(params: URLSearchParams): string {
  const [limit = '', zone = ''] = [params.get('limit')?.trim(), params.get('tz')?.trim()];
  return queryString({ text: queryFromForm(params), limit, zone });
}

async function ask<T extends object>(question: () => Promise<T>): Promise<T | { failure: string }> {
  try {
    return await question();
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
