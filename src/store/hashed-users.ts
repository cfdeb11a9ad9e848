import type { TokenKey } from '../profile/token.ts';
import { hashUser } from '../profile/user-hash.ts';
import type { Term } from '../search/criteria.ts';
import type { Pattern } from '../search/pattern.ts';

/** Adds to each user that is searched for the hash that a book with `redact: { user: 'hash' }` has in its place. */
export function withHashedUsers(terms: readonly Term[], key: TokenKey): readonly Term[] {
  if (!terms.some(({ field }) => field === 'user')) return terms;
  return terms.map((term) =>
    term.field === 'user'
      ? { ...term, any: term.any.flatMap((pattern) => [pattern, ...hashed(pattern, key)]) }
      : term,
  );
}

function hashed({ match, parts }: Pattern, key: TokenKey): Pattern[] {
  const [id = '', ...others] = parts;
  return match === 'whole' && id !== '' && others.length === 0 ? [{ match, parts: [hashUser(id, key)] }] : [];
}
