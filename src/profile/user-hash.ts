import { createHmac } from 'node:crypto';
import type { TokenKey } from './token.ts';

const HEX_DIGITS = 24;

/** What a book keeps of a user instead of the id. Like the search, it ignores ASCII case. */
export function hashUser(user: string, key: TokenKey): string {
  const lower = user.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
  const hash = createHmac('sha256', `user ${key.join(' ')}`)
    .update(lower)
    .digest('hex');
  return `hash:${hash.slice(0, HEX_DIGITS)}`;
}
