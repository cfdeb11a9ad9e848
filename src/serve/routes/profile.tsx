import type { Micros } from '../../profile/time.ts';
import { childrenOf } from '../../search/criteria.ts';
import { parseForm } from '../../search/form.ts';
import { ExpiredPage } from '../pages/message-page.tsx';
import { ProfilePage } from '../pages/profile-page.tsx';
import { queryOf, type Routes } from './site.ts';

/** One profile, by its token. */
export function addProfile({ app, site, freshStore }: Routes): void {
  app.get(`${site.base}/:token`, async (c) => {
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
}
