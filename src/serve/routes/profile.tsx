import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { childrenOf } from '../../search/criteria.ts';
import { type ParsedSearch, parseForm } from '../../search/form.ts';
import type { Store } from '../../store/store.ts';
import { ExpiredPage } from '../pages/message-page.tsx';
import { ProfilePage } from '../pages/profile-page.tsx';
import type { ProfileView } from '../panels/profile-view.ts';
import { aroundClient, besides, similarTo } from '../panels/related.ts';
import { readSources } from '../panels/source-lines.ts';
import { queryOf, type Routes } from './site.ts';

/** One profile, by its token. */
export function addProfile({ app, site, freshStore }: Routes): void {
  app.get(`${site.base}/:token`, async (c) => {
    const book = await freshStore();
    const profile = await book.get(c.req.param('token').toLowerCase());
    if (!profile) return c.notFound();
    const opened = openedFrom(queryOf(c.req.url), (Date.now() * 1000) as Micros);
    if ('expired' in profile)
      return c.html(<ExpiredPage {...site} time={profile.expired} zone={opened.zone} />, 410);
    const view = await viewOf(book, profile, c.req.raw.signal, { base: site.base, ...opened });
    return c.html(<ProfilePage {...site} view={view} />);
  });
}

interface Opened extends Pick<ProfileView, 'zone' | 'now' | 'search' | 'query'> {
  readonly question: ParsedSearch;
}

/** The search a profile was opened from: in its address as it is, or whole as `from`. */
function openedFrom(params: URLSearchParams, now: Micros): Opened {
  const search = new URLSearchParams(params.get('from') ?? params);
  if (params.has('tz')) search.set('tz', params.get('tz') ?? '');
  const question = parseForm(search, now);
  const { zone } = question;
  // A search that can't be run leads nowhere: all profiles are beside this one then.
  if (!question.ok) return { question, zone, now, search: '', query: '' };
  return { question, zone, now, search: search.toString(), query: params.toString() };
}

async function viewOf(
  book: Store,
  profile: Profile,
  signal: AbortSignal,
  { question, ...opened }: Opened & { readonly base: string },
): Promise<ProfileView> {
  const { entry, detail } = profile;
  const { tokens } = book;
  const token = tokens.tokenOf(entry.seq);
  const terms = question.ok ? question.criteria.terms : [];
  const [parent, subRequests, client, beside, likes, sources] = await Promise.all([
    entry.parent === null ? null : book.get(tokens.tokenOf(entry.parent)),
    book.search(childrenOf(token), { signal }),
    aroundClient(book, entry, signal),
    besides(book, terms, entry, signal),
    similarTo(book, entry, signal),
    readSources(detail?.exception ?? null, entry.time),
  ]);
  return {
    ...opened,
    profile,
    token,
    tokens,
    parent: parent !== null && 'entry' in parent ? parent.entry : null,
    subRequests,
    client,
    ...beside,
    likes,
    sources,
  };
}
