import { createCredentials } from '../../src/serve/access/credentials.ts';
import type { Key } from '../../src/serve/access/key.ts';

/** The key of every book in the tests: vitest.config.ts sets GATEBOOK_KEY. */
export const TEST_KEY = 'key-of-the-tests-1';

/** A header that opens the page. */
export const WITH_KEY = { authorization: `Bearer ${TEST_KEY}` };

/** Adds the key to requests for the page, unless they have credentials of their own. */
export function withKey(path: string, headers: object = {}): Record<string, string | string[]> {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isPlain =
    path.startsWith('/_profiler') && !names.includes('authorization') && !names.includes('cookie');
  return { ...(isPlain && WITH_KEY), ...headers };
}

/** The Set-Cookie header of a login with this key, at this time. */
export function cookieFor(key: Key, now: number = Date.now()): string {
  const credentials = createCredentials(key, { now: () => now });
  const proof = credentials.checkKey(key);
  if (!proof) throw new Error('not its key');
  return credentials.cookie(proof, '/_profiler', false);
}
