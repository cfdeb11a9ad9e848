import { zoneOf } from '../../search/form.ts';
import type { Store } from '../../store/store.ts';
import { ComparePage, ComparePrompt, type Side } from '../pages/compare-page.tsx';
import { queryOf, type Routes } from './site.ts';

/** Longer than any token. Longer input is cut before it is shown again. */
const MAX_TOKEN_LENGTH = 40;

/** The page that compares two profiles. */
export function addCompare({ app, base, siteOf, freshStore }: Routes): void {
  app.get(`${base}/compare`, async (c) => {
    const params = queryOf(c.req.url);
    const [a = '', b = ''] = ['a', 'b'].map((name) =>
      (params.get(name) ?? '').trim().toLowerCase().slice(0, MAX_TOKEN_LENGTH),
    );
    const asked = { a, b, zone: zoneOf(params) };
    if (a === '' || b === '') return c.html(<ComparePrompt {...siteOf(c)} {...asked} mistakes={[]} />);
    const book = await freshStore();
    const [sideA, sideB] = await Promise.all([sideOf(book, a), sideOf(book, b)]);
    if (typeof sideA !== 'string' && typeof sideB !== 'string')
      return c.html(
        <ComparePage {...siteOf(c)} a={sideA} b={sideB} tokens={book.tokens} zone={asked.zone} />,
      );
    const mistakes = [sideA, sideB].filter((side) => typeof side === 'string');
    return c.html(<ComparePrompt {...siteOf(c)} {...asked} mistakes={mistakes} />, 404);
  });
}

/** The profile with this token, or a message if there is none. */
async function sideOf(book: Store, token: string): Promise<Side | string> {
  const profile = await book.get(token);
  if (!profile)
    return `No profile has the token ${token}. Check the token; it may also belong to another book.`;
  if ('expired' in profile) return `The profile ${token} has expired and was deleted by retention.`;
  return { token: book.tokens.tokenOf(profile.entry.seq), profile };
}
