import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { cookieValues } from './cookies.ts';
import { isSameText, type Key } from './key.ts';

const COOKIE_SECONDS = 30 * 24 * 3600;
/** A login link is used right after it was printed. */
const LOGIN_LINK_SECONDS = 5 * 60;
/** `EXPIRES-NONCE.SIGNATURE` */
const STAMP = /^((\d{1,12})-[A-Za-z0-9_-]{11})\.([A-Za-z0-9_-]{43})$/;
const BEARER = /^Bearer +(\S+) *$/i;

/** What proves that a client has the key: a cookie, a header, or a login link. */
export interface Credentials {
  /** Whether a request has the cookie or the key. */
  isValid(headers: IncomingHttpHeaders): boolean;
  isKey(text: string): boolean;
  /** The value of a Set-Cookie header. */
  cookie(path: string, isSecure: boolean): string;
  /** A Set-Cookie header that removes the cookie. */
  expiredCookie(path: string, isSecure: boolean): string;
  /** A code for a link that logs in once, for the next five minutes. */
  loginCode(): string;
  /** Whether a login code is valid. Each is accepted once. */
  useLoginCode(code: string): boolean;
}

export function createCredentials(key: Key, now: () => number = Date.now): Credentials {
  const usedCodes = new Map<string, number>();
  const seconds = () => Math.floor(now() / 1000);
  // All ports of a host share their cookies, so each book has a name of its own.
  const plainName = `gatebook-${createHmac('sha256', key).update('name').digest('hex').slice(0, 8)}`;
  const secureName = `__Secure-${plainName}`;

  function sign(purpose: string, claim: string): string {
    return createHmac('sha256', key).update(`${purpose}\n${claim}`).digest('base64url');
  }

  function stamp(purpose: string, lifetime: number): string {
    const claim = `${seconds() + lifetime}-${randomBytes(8).toString('base64url')}`;
    return `${claim}.${sign(purpose, claim)}`;
  }

  function isStamp(purpose: string, text: string, lifetime: number): boolean {
    const [, claim, expires, signature] = STAMP.exec(text) ?? [];
    if (!claim || !signature || !isSameText(signature, sign(purpose, claim))) return false;
    const left = Number(expires) - seconds();
    return left > 0 && left <= lifetime;
  }

  function attributes(path: string, isSecure: boolean, maxAge: number): string {
    return `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  return {
    isKey: (text) => isSameText(text, key),
    isValid(headers) {
      const [, bearer] = BEARER.exec(headers.authorization ?? '') ?? [];
      if (bearer !== undefined && isSameText(bearer, key)) return true;
      // A browser may send both, if the page was opened with and without TLS.
      return [plainName, secureName]
        .flatMap((name) => cookieValues(headers.cookie, name))
        .some((value) => isStamp('cookie', value, COOKIE_SECONDS));
    },
    cookie: (path, isSecure) =>
      `${isSecure ? secureName : plainName}=${stamp('cookie', COOKIE_SECONDS)}; ${attributes(path, isSecure, COOKIE_SECONDS)}`,
    expiredCookie: (path, isSecure) =>
      `${isSecure ? secureName : plainName}=; ${attributes(path, isSecure, 0)}`,
    loginCode: () => stamp('login', LOGIN_LINK_SECONDS),
    useLoginCode(code) {
      for (const [used, expires] of usedCodes) if (expires <= seconds()) usedCodes.delete(used);
      if (!isStamp('login', code, LOGIN_LINK_SECONDS) || usedCodes.has(code)) return false;
      usedCodes.set(code, seconds() + LOGIN_LINK_SECONDS);
      return true;
    },
  };
}
