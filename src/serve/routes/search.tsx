import type { Micros } from '../../profile/time.ts';
import { createDeadline } from '../../report/deadline.ts';
import { readReleaseStarts } from '../../report/groups/release-starts.ts';
import { readLastSeen } from '../../report/last-seen.ts';
import { processEventsIn } from '../../report/process-events.ts';
import type { Term } from '../../search/criteria.ts';
import { queryFromForm, queryFromParams, SHOWN_PARAM } from '../../search/edit-query.ts';
import { parseForm, zoneOf } from '../../search/form.ts';
import { ORDER_PARAM } from '../../search/query-text.ts';
import { withEnd } from '../../search/time-bounds.ts';
import { findPage } from '../../store/find-page.ts';
import { latestEntry } from '../../store/latest-entry.ts';
import type { QueryOptions, Store } from '../../store/store.ts';
import { shownRange } from '../../store/survey.ts';
import { sendDeferred } from '../deferred-html.ts';
import { hiddenChosen, hiddenCookie, hiddenOf, withoutClients } from '../hidden-clients.ts';
import { type ListingChoice, listingChosen, listingCookie, listingOf } from '../listing-choice.ts';
import { FailedPage, MessagePage, MistakesPage } from '../pages/message-pages.tsx';
import { hasNoMatches, Removals } from '../pages/search/empty-results.tsx';
import { countRemovals } from '../pages/search/empty-search.ts';
import { DEFERRED_PLACEHOLDER, needsSurvey, SearchPage } from '../pages/search/search-page.tsx';
import { MIN_PLOTTED, SurveySection } from '../pages/search/survey-section.tsx';
import { searchLinks, searchQuery, zoneQuery } from '../pages/search-links.ts';
import { orFailure, queryOf, type Routes } from './site.ts';

/** How long the response stays open for the survey, in milliseconds. */
const SURVEY_MS = 1000;
const LAST_SEEN_MS = 300;

/** Profile Search, and redirects from the addresses that Symfony's profiler uses. */
export function addSearch({ app, base, siteOf, freshStore, stats }: Routes): void {
  const toSearch = (query: string) => base + (query === '' ? '' : `?${query}`);

  app.get(base, async (c) => {
    const params = queryOf(c.req.url);
    // The form sends both its text and its fields. Redirect to an address with one query text.
    if (params.has(SHOWN_PARAM)) return c.redirect(base + searchQuery(params, queryFromForm(params)));
    const chosen = hiddenChosen(params);
    if (chosen) {
      c.header('Set-Cookie', hiddenCookie(chosen, base));
      return c.redirect(base + searchQuery(params, queryFromParams(params)));
    }
    const cookies = c.req.header('Cookie');
    const listed = listingChosen(params);
    if (listed) {
      c.header('Set-Cookie', listingCookie({ ...listingOf(cookies), ...listed }, base));
      return c.redirect(base + searchQuery(withListing(params, listed), queryFromParams(params)));
    }
    const hidden = hiddenOf(cookies);
    const usual = listingOf(cookies);
    const isAsked = [...params.keys()].some((name) => name !== 'tz');
    if (!isAsked && (hidden.length > 0 || usual.rows !== undefined || usual.order !== undefined))
      return c.redirect(base + searchQuery(withListing(params, usual), withoutClients('', hidden)));
    const now = (Date.now() * 1000) as Micros;
    const parsed = parseForm(params, now);
    const { zone } = parsed;
    if (!parsed.ok)
      return c.html(
        <MistakesPage {...siteOf(c)} view="" params={params} mistakes={parsed.mistakes} zone={zone} />,
        400,
      );
    const { criteria, columns } = parsed;
    const { terms } = criteria;
    const text = queryFromParams(params);
    // Aborted when the browser disconnects.
    const { signal } = c.req.raw;
    const found = await orFailure(async () => {
      const book = await freshStore();
      const page = await findPage(book, criteria, { signal });
      // Started after the search, so it does not slow down the rows.
      const surveyTerms = withEnd(terms);
      const removals = hasNoMatches(page, criteria) ? countRemovals(book, text, { now, zone }, signal) : null;
      const survey = needsSurvey(page)
        ? orFailure(() => surveyOf(book, surveyTerms, { signal, deadline: SURVEY_MS }))
        : null;
      return { page, removals, survey, surveyTerms, tokens: book.tokens };
    });
    if ('failure' in found)
      return c.html(
        <FailedPage {...siteOf(c)} view="" zone={zone} params={params} reason={found.failure} />,
        503,
      );
    const { removals, survey, surveyTerms, ...results } = found;
    const limit = params.get('limit') ?? '';
    const order = criteria.first ?? '';
    const search = searchLinks({ base, text, terms, zone, limit, columns, order, hidden });
    const page = (
      <SearchPage
        {...siteOf(c)}
        {...results}
        params={params}
        criteria={criteria}
        search={search}
        context={{ now, zone }}
        {...(stats && { stats: stats() })}
        appUrl={stats ? appUrl(c.req.url) : null}
      />
    );
    const deferred = survey
      ? survey.then((result) =>
          String(
            <SurveySection
              {...('failure' in result ? { result } : result)}
              terms={surveyTerms}
              search={search}
              context={{ now, zone }}
            />,
          ),
        )
      : removals?.then((counted) => String(<Removals removals={counted} search={search} />));
    if (!deferred) return c.html(String(page));
    return sendDeferred(c, String(page), DEFERRED_PLACEHOLDER, deferred);
  });

  app.get(`${base}/`, (c) => c.redirect(toSearch(queryOf(c.req.url).toString())));
  app.get(`${base}/search`, (c) => c.redirect(toSearch(queryOf(c.req.url).toString())));
  app.get(`${base}/:token/search/results`, (c) => c.redirect(toSearch(queryOf(c.req.url).toString())));

  app.get(`${base}/latest`, async (c) => {
    const zone = zoneOf(queryOf(c.req.url));
    const book = await freshStore();
    const newest = await latestEntry(book, [], (Date.now() * 1000) as Micros);
    if (newest) return c.redirect(`${base}/${book.tokens.tokenOf(newest.seq)}${zoneQuery(zone)}`);
    return c.html(
      <MessagePage
        {...siteOf(c)}
        zone={zone}
        title="No results found"
        text="No requests have been recorded yet. Send a request to your app and reload this page."
      />,
      404,
    );
  });
}

function withListing(params: URLSearchParams, { rows, order }: ListingChoice): URLSearchParams {
  const listed = new URLSearchParams(params);
  if (rows !== undefined) listed.set('limit', String(rows));
  if (order !== undefined) listed.set(ORDER_PARAM, order);
  return listed;
}

/** The survey of a search, the starts and ends of processes and the releases that began in its time. */
async function surveyOf(
  book: Store,
  terms: readonly Term[],
  options: QueryOptions & { readonly signal: AbortSignal },
) {
  const result = await book.survey(terms, options);
  const counted = { from: result.from, to: result.from + result.bins.length * result.step - 1 };
  if (result.matches < MIN_PLOTTED) return { result };
  const [events, releases, lastSeen] = await Promise.all([
    processEventsIn(book, terms, shownRange(counted, terms), options),
    readReleaseStarts(book, terms, options.signal),
    readLastSeen(book, terms, result.facets, createDeadline(LAST_SEEN_MS, options.signal)),
  ]);
  return { result, events, releases, lastSeen };
}

/** The address to send a request to, unless the host that the browser sent has characters that a shell would run. */
function appUrl(pageUrl: string): string | null {
  const { origin, host } = new URL(pageUrl);
  return /^[\w.:[\]-]+$/.test(host) ? `${origin}/` : null;
}
