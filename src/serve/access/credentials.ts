import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Claim } from './claim.ts';
import { cookieValues } from './cookies.ts';
import { isSameText, type Key } from './key.ts';

const COOKIE_SECONDS = 30 * 24 * 3600;
/** A login link is used right after it was printed. */
const LOGIN_LINK_SECONDS = 5 * 60;
/** `EXPIRES-NONCE.SIGNATURE` */
const STAMP = /^((\d{1,12})-[A-Za-z0-9_-]{11})\.([A-Za-z0-9_-]{43})$/;
const BEARER = /^Bearer +(\S+) *$/i;

/** Shows that a key or a login code was checked. Not exported as a value, so that only the checks below make one. */
class Proof {
  protected readonly isChecked = true;
}

export type { Proof };

/** What proves that a client has the key: a cookie, a header, or a login link. */
export interface Credentials {
  /** Whether a request has the cookie or the key. */
  isValid(headers: IncomingHttpHeaders): boolean;
  checkKey(text: string): Proof | null;
  /** A code for a link that logs in once, for the next five minutes. */
  loginCode(): string;
  /** Whether the key has signed a login code, and it has not expired. */
  isLoginCode(code: string): boolean;
  /** Spends a login code. `null` if it is not valid or was spent before. Rejects if that can't be stored. */
  useLoginCode(code: string): Promise<Proof | null>;
  /** The value of a Set-Cookie header, for a client that has proved that it has the key. */
  cookie(proof: Proof, path: string, isSecure: boolean): string;
  /** A Set-Cookie header that removes the cookie. */
  expiredCookie(path: string, isSecure: boolean): string;
}

/** `claim` spends login codes; without it, none is accepted. */
export function createCredentials(
  key: Key,
  { claim = async () => false, now = Date.now }: { readonly claim?: Claim; readonly now?: () => number } = {},
): Credentials {
  const seconds = () => Math.floor(now() / 1000);
  // All ports of a host share their cookies, so each book has a name of its own.
  const plainName = `gatebook-${createHmac('sha256', key).update('name').digest('hex').slice(0, 8)}`;
  const secureName = `__Secure-${plainName}`;

  function sign(purpose: string, claims: string): string {
    return createHmac('sha256', key).update(`${purpose}\n${claims}`).digest('base64url');
  }

  function stamp(purpose: string, lifetime: number): string {
    const claims = `${seconds() + lifetime}-${randomBytes(8).toString('base64url')}`;
    return `${claims}.${sign(purpose, claims)}`;
  }

  /** The signed part of a stamp and when it expires; `null` if it is not valid now. */
  function readStamp(purpose: string, text: string, lifetime: number) {
    const [, claims, expires, signature] = STAMP.exec(text) ?? [];
    if (!claims || !signature || !isSameText(signature, sign(purpose, claims))) return null;
    const left = Number(expires) - seconds();
    return left > 0 && left <= lifetime ? { claims, expires: Number(expires) } : null;
  }

  function attributes(path: string, isSecure: boolean, maxAge: number): string {
    return `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  return {
    isValid(headers) {
      const [, bearer] = BEARER.exec(headers.authorization ?? '') ?? [];
      if (bearer !== undefined && isSameText(bearer, key)) return true;
      // A browser may send both, if the page was opened with and without TLS.
      return [plainName, secureName]
        .flatMap((name) => cookieValues(headers.cookie, name))
        .some((value) => readStamp('cookie', value, COOKIE_SECONDS) !== null);
    },
    checkKey: (text) => (isSameText(text, key) ? new Proof() : null),
    loginCode: () => stamp('login', LOGIN_LINK_SECONDS),
    isLoginCode: (code) => readStamp('login', code, LOGIN_LINK_SECONDS) !== null,
    async useLoginCode(code) {
      // Only what the key has signed is stored, so that strangers can't fill the book.
      const valid = readStamp('login', code, LOGIN_LINK_SECONDS);
      if (!valid) return null;
      const issued = valid.expires - LOGIN_LINK_SECONDS;
      const isMine = await claim({ name: `login ${valid.claims}`, issued, expires: valid.expires });
      // A store may forget a spent code when it expires: one that expired in the meantime proves nothing.
      return isMine && readStamp('login', code, LOGIN_LINK_SECONDS) ? new Proof() : null;
    },
    cookie: (_proof, path, isSecure) =>
      `${isSecure ? secureName : plainName}=${stamp('cookie', COOKIE_SECONDS)}; ${attributes(path, isSecure, COOKIE_SECONDS)}`,
    expiredCookie: (path, isSecure) =>
      `${isSecure ? secureName : plainName}=; ${attributes(path, isSecure, 0)}`,
  };
}
