import { hasFailed, sinceItWorked } from '../../compare/since-it-worked.ts';
import { usualDuration } from '../../compare/usual-duration.ts';
import { messageOf } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { EVERYTHING, SUMMARY } from '../../report/profile/panel-facts.ts';
import { PANEL_PARAM, type ProfileView } from '../../report/profile/profile-view.ts';
import { entryOf, readProfile } from '../../report/profile/read-profile.ts';
import {
  callsByName,
  findSameErrors,
  neighboursInSearch,
  previousRequest,
} from '../../report/profile/related.ts';
import { type ParsedSearch, parseForm } from '../../search/form.ts';
import type { Store } from '../../store/store.ts';
import { sendDeferred } from '../deferred-html.ts';
import { ExpiredPage } from '../pages/message-pages.tsx';
import { ProfilePage, SINCE_PLACEHOLDER } from '../pages/profile/profile-page.tsx';
import { type Reference, Since } from '../pages/profile/since.tsx';
import { queryOf, type Routes } from './site.ts';

/** How long the response stays open for the comparison with earlier requests, in milliseconds. */
const REFERENCE_MS = 1000;
/** How long the page waits for the comparison before it is sent without it, in milliseconds. */
const EARLY_MS = 50;

/** The profile page. */
export function addProfile({ app, base, siteOf, freshStore }: Routes): void {
  app.get(`${base}/:token`, async (c) => {
    const book = await freshStore();
    const profile = await book.get(c.req.param('token').toLowerCase());
    if (!profile) return c.notFound();
    const source = openedFrom(queryOf(c.req.url), (Date.now() * 1000) as Micros);
    if ('expired' in profile)
      return c.html(<ExpiredPage {...siteOf(c)} time={profile.expired} zone={source.zone} />, 410);
    const { signal } = c.req.raw;
    const view = await viewOf(book, profile, signal, { base, ...source });
    // Started after the searches above, and sent later if it takes long, so it delays nothing.
    const reference = referenceOf(book, profile, signal);
    const early = await Promise.race([reference, nothingAfter(EARLY_MS)]);
    const page = String(<ProfilePage {...siteOf(c)} view={view} reference={early} />);
    if (early || !page.includes(SINCE_PLACEHOLDER)) return c.html(page);
    const since = reference.then((late) => String(<Since reference={late} view={view} />));
    return sendDeferred(c, page, SINCE_PLACEHOLDER, since);
  });
}

function nothingAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref());
}

/** The last time it worked, or how long it usually takes. */
async function referenceOf(book: Store, profile: Profile, signal: AbortSignal): Promise<Reference> {
  const options = { signal, deadline: REFERENCE_MS };
  try {
    if (hasFailed(profile.entry)) {
      const [since, same] = await Promise.all([
        sinceItWorked(book, profile, options),
        findSameErrors(book, profile.entry, options),
      ]);
      return { about: 'failure', ...since, same };
    }
    const usual = await usualDuration(book, profile, options);
    if (usual) return { about: 'duration', ...usual };
    return { about: 'nothing', reason: 'Too few earlier requests to say how long it usually takes.' };
  } catch (error) {
    return { about: 'nothing', reason: `Earlier requests can't be read: ${messageOf(error)}` };
  }
}

interface OpenedFrom extends Pick<ProfileView, 'zone' | 'now' | 'search' | 'query' | 'panel'> {
  readonly parsed: ParsedSearch;
}

/** The search a profile was opened from: the parameters of its address, or those in `from`. */
function openedFrom(address: URLSearchParams, now: Micros): OpenedFrom {
  const params = new URLSearchParams(address);
  const panel = params.get(PANEL_PARAM) ?? SUMMARY;
  params.delete(PANEL_PARAM);
  const search = new URLSearchParams(params.get('from') ?? params);
  if (params.has('tz')) search.set('tz', params.get('tz') ?? '');
  const parsed = parseForm(search, now);
  const { zone } = parsed;
  // Without a valid search, newer and older refer to all profiles.
  if (!parsed.ok) return { parsed, zone, now, panel, search: '', query: '' };
  return { parsed, zone, now, panel, search: search.toString(), query: params.toString() };
}

async function viewOf(
  book: Store,
  profile: Profile,
  signal: AbortSignal,
  { parsed, ...source }: OpenedFrom & { readonly base: string },
): Promise<ProfileView> {
  const { entry, detail } = profile;
  const terms = parsed.ok ? parsed.criteria.terms : [];
  const [reading, waitedFor, calls, neighbours, previous] = await Promise.all([
    readProfile(book, profile, EVERYTHING, signal),
    entryOf(book, detail?.waitedFor?.seq ?? null),
    callsByName(book, entry, signal),
    // Whether another profile matches is not known without its detail.
    parsed.ok && parsed.criteria.details
      ? { newer: null, older: null }
      : neighboursInSearch(book, terms, entry, signal),
    previousRequest(book, entry, signal),
  ]);
  return { ...source, ...reading, waitedFor, calls, ...neighbours, previous };
}
