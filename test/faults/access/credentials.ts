import { createCredentials } from '../../../src/serve/access/credentials.ts';
import type { Key } from '../../../src/serve/access/key.ts';
import { cookieFor, TEST_KEY } from '../../support/key.ts';
import type { Headers } from './dimensions.ts';

const KEY = TEST_KEY as Key;
const LONG_AGO = Date.now() - 31 * 24 * 3600 * 1000;

const stampIn = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
const NAME = cookieFor(KEY).split('=', 1)[0] ?? '';
/** A cookie of another key, under the name that the cookie of this book has. */
const renamed = (key: string) => ({ Cookie: `${NAME}=${stampIn(cookieFor(key as Key))}` });

/** What opens the page. */
export const RIGHT: Readonly<Record<string, Headers>> = {
  key: { Authorization: `Bearer ${TEST_KEY}` },
  cookie: { Cookie: `${NAME}=${stampIn(cookieFor(KEY))}` },
};

/** What does not. */
export const WRONG: Readonly<Record<string, Headers>> = {
  none: {},
  empty: { Authorization: 'Bearer ', Cookie: `${NAME}=` },
  wrong: { Authorization: 'Bearer not-the-key-of-this-book' },
  'cut key': { Authorization: `Bearer ${TEST_KEY.slice(1)}` },
  'key as a password': { Authorization: `Basic ${btoa(`:${TEST_KEY}`)}`, Cookie: `${NAME}=${TEST_KEY}` },
  "another book's": renamed('the-key-of-another-book'),
  revoked: renamed('the-old-key-of-this-book'),
  expired: { Cookie: `${NAME}=${stampIn(cookieFor(KEY, LONG_AGO))}` },
  'login code as a cookie': { Cookie: `${NAME}=${createCredentials(KEY).loginCode()}` },
};

/** A login code that was not used before. */
export function newLoginCode(): string {
  return createCredentials(KEY).loginCode();
}

/** The body of a login with a wrong key, and of one with the right key. */
export const WRONG_LOGIN = 'key=not-the-key-of-this-book';
export const RIGHT_LOGIN = `key=${TEST_KEY}`;
