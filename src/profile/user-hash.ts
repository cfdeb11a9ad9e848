import { lowerAscii } from './lower-ascii.ts';
import type { TokenKey } from './token.ts';

const HEX_DIGITS = 24;

/** What a book keeps of a user instead of the id. Like the search, it ignores ASCII case. */
export function hashUser(user: string, key: TokenKey): string {
  // Few books do this, and loading node:crypto takes memory in each thread.
  const { createHmac } = process.getBuiltinModule('node:crypto');
  const hash = createHmac('sha256', `user ${key.join(' ')}`)
    .update(lowerAscii(user))
    .digest('hex');
  return `hash:${hash.slice(0, HEX_DIGITS)}`;
}
