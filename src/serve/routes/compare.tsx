import type { Micros } from '../../profile/time.ts';
import { parseForm } from '../../search/form.ts';
import type { Store } from '../../store/store.ts';
import { ComparePage, ComparePrompt, type Side } from '../pages/compare-page.tsx';
import { queryOf, type Routes } from './site.ts';

/** Longer than any token: what is longer is not said again. */
const LONGEST = 40;

/** Any two profiles, side by side. */
export function addCompare({ app, site, freshStore }: Routes): void {
  app.get(`${site.base}/compare`, async (c) => {
    const params = queryOf(c.req.url);
    const [a = '', b = ''] = ['a', 'b'].map((name) =>
      (params.get(name) ?? '').trim().toLowerCase().slice(0, LONGEST),
    );
    if (a === '' || b === '') return c.html(<ComparePrompt {...site} a={a} b={b} mistakes={[]} />);
    const book = await freshStore();
    const [ofA, ofB] = await Promise.all([sideOf(book, a), sideOf(book, b)]);
    if (typeof ofA !== 'string' && typeof ofB !== 'string')
      return c.html(<ComparePage {...site} a={ofA} b={ofB} zone={parseForm(params, 0 as Micros).zone} />);
    const mistakes = [ofA, ofB].filter((side) => typeof side === 'string');
    return c.html(<ComparePrompt {...site} a={a} b={b} mistakes={mistakes} />, 404);
  });
}

/** The profile with this token, or why there is none. */
async function sideOf(book: Store, token: string): Promise<Side | string> {
  const profile = await book.get(token);
  if (!profile)
    return `No profile has the token ${token}. It may have been mistyped, or belong to another book.`;
  if ('expired' in profile)
    return `The profile ${token} is no longer kept: retention has taken it out of the book.`;
  return { token: book.tokens.tokenOf(profile.entry.seq), profile };
}
