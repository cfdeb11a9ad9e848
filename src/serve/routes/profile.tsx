import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import { childrenOf } from '../../search/criteria.ts';
import { type ParsedSearch, parseForm } from '../../search/form.ts';
import type { Store } from '../../store/store.ts';
import { ExpiredPage } from '../pages/message-page.tsx';
import { ProfilePage } from '../pages/profile-page.tsx';
import type { ProfileView } from '../panels/profile-view.ts';
import { clientRequestsAround, neighboursInSearch, similarRequests } from '../panels/related.ts';
import { readSources } from '../panels/source-lines.ts';
import { queryOf, type Routes } from './site.ts';

/** The profile page. */
export function addProfile({ app, site, freshStore }: Routes): void {
  app.get(`${site.base}/:token`, async (c) => {
    const book = await freshStore();
    const profile = await book.get(c.req.param('token').toLowerCase());
    if (!profile) return c.notFound();
    const source = openedFrom(queryOf(c.req.url), (Date.now() * 1000) as Micros);
    if ('expired' in profile)
      return c.html(<ExpiredPage {...site} time={profile.expired} zone={source.zone} />, 410);
    const view = await viewOf(book, profile, c.req.raw.signal, { base: site.base, ...source });
    return c.html(<ProfilePage {...site} view={view} />);
  });
}

interface OpenedFrom extends Pick<ProfileView, 'zone' | 'now' | 'search' | 'query'> {
  readonly parsed: ParsedSearch;
}

/** The search a profile was opened from: the parameters of its address, or those in `from`. */
function openedFrom(params: URLSearchParams, now: Micros): OpenedFrom {
  const search = new URLSearchParams(params.get('from') ?? params);
  if (params.has('tz')) search.set('tz', params.get('tz') ?? '');
  const parsed = parseForm(search, now);
  const { zone } = parsed;
  // Without a valid search, newer and older refer to all profiles.
  if (!parsed.ok) return { parsed, zone, now, search: '', query: '' };
  return { parsed, zone, now, search: search.toString(), query: params.toString() };
}

async function viewOf(
  book: Store,
  profile: Profile,
  signal: AbortSignal,
  { parsed, ...source }: OpenedFrom & { readonly base: string },
): Promise<ProfileView> {
  const { entry, detail } = profile;
  const { tokens } = book;
  const token = tokens.tokenOf(entry.seq);
  const terms = parsed.ok ? parsed.criteria.terms : [];
  const [parent, waitedFor, subRequests, clientRequests, neighbours, similar, sources] = await Promise.all([
    entryOf(book, entry.parent),
    entryOf(book, detail?.waitedFor?.seq ?? null),
    book.search(childrenOf(token), { signal }),
    clientRequestsAround(book, entry, signal),
    // Whether another profile matches is not known without its detail.
    parsed.ok && parsed.criteria.details
      ? { newer: null, older: null }
      : neighboursInSearch(book, terms, entry, signal),
    similarRequests(book, entry, signal),
    readSources(detail?.exception ?? null, entry.time),
  ]);
  return {
    ...source,
    profile,
    token,
    tokens,
    parent,
    waitedFor,
    subRequests,
    clientRequests,
    ...neighbours,
    similar,
    sources,
  };
}

/** `null` if it is no longer in the book. */
async function entryOf(book: Store, seq: Seq | null): Promise<Entry | null> {
  const found = seq === null ? null : await book.get(book.tokens.tokenOf(seq));
  return found && 'entry' in found ? found.entry : null;
}
