import type { IncomingMessage } from 'node:http';
import { messageOf } from '../../errors.ts';
import { isCrossSite, isFromThisMachine, isSameOrigin, isThroughGateway } from '../../net/loopback.ts';
import type { Credentials, Proof } from './credentials.ts';
import type { PagePath } from './page-path.ts';
import { checkTransport, type TransportRules } from './transport.ts';

/**
 * The part of the page that a request may see. Each grant has an app of its own with only its routes. With `nothing`, the
 * host's app answers as if Gatebook were not there.
 */
export type Grant =
  | { readonly to: 'nothing' }
  | { readonly to: 'assets' | 'everything'; readonly path: PagePath }
  /** The locked page; with the proof of a login link, the login. */
  | { readonly to: 'login'; readonly path: PagePath; readonly proof: Proof | null };

export const NOTHING: Grant = { to: 'nothing' };

export interface AccessOptions extends TransportRules {
  readonly base: string;
  readonly credentials: Credentials;
  /** Called when a valid key or login link is refused. */
  readonly onRefusal: (refused: string) => void;
}

export interface KeyAccess {
  decide(request: IncomingMessage, path: PagePath): Grant | Promise<Grant>;
  /** Whether a request has the key, and may use it. */
  hasKey(request: IncomingMessage): boolean;
}

/** Below the page's path: a login link, and the profile that it opens. */
const LOGIN_LINK = /^\/login\/([^/]+)(?:\/[0-9a-f]{6,12})?$/;

/** Only the key opens the page: no address, no Host, no header and no environment does. */
export function createKeyAccess({ base, credentials, onRefusal, ...rules }: AccessOptions): KeyAccess {
  const assets = `${base}/assets/`;

  function hasKey(request: IncomingMessage): boolean {
    if (!credentials.isValid(request.headers) || isForeign(request)) return false;
    const transport = checkTransport(request, rules);
    if (!transport.isSafe)
      onRefusal(`A request with the right key could not open the page, because ${transport.reason}.`);
    return transport.isSafe;
  }

  /** The link that the app prints is opened outside of its container: there, the page asks for the key in it. */
  function isPublishedPort(request: IncomingMessage): boolean {
    return !rules.isProduction && isThroughGateway(request) && checkTransport(request, rules).isSafe;
  }

  /** A code that does not log in gets the answer of the app. */
  async function logIn(path: PagePath, code: string): Promise<Grant> {
    try {
      const proof = await credentials.useLoginCode(code);
      return proof ? { to: 'login', path, proof } : NOTHING;
    } catch (error) {
      onRefusal(
        `A login link was refused, because the book can't store that it was used: ${messageOf(error)} ` +
          'The key opens the page all the same: run "npx gatebook open" on this machine.',
      );
      return NOTHING;
    }
  }

  return {
    hasKey,
    decide(request, path) {
      const isGet = request.method === 'GET';
      const code = isGet ? LOGIN_LINK.exec(path.slice(base.length))?.[1] : undefined;
      if (code !== undefined) {
        const isUsable = checkTransport(request, rules).isSafe && credentials.isLoginCode(code);
        return isUsable ? logIn(path, code) : NOTHING;
      }
      if (hasKey(request)) {
        // The locked page of another tab, which was opened before this browser had its cookie.
        const isLogin = request.method === 'POST' && path === `${base}/login`;
        return isLogin ? { to: 'login', path, proof: null } : { to: 'everything', path };
      }
      if (!isFromThisMachine(request) && !isPublishedPort(request)) return NOTHING;
      // The locked page and the toolbar need their script and style, which are the same for everyone.
      const isAsset = path.startsWith(assets) && (isGet || request.method === 'HEAD');
      return isAsset ? { to: 'assets', path } : { to: 'login', path, proof: null };
    },
  };
}

/** Whether another site's page makes the request. Its cookie is SameSite=Strict, so this is a second line of defence. */
function isForeign({ headers }: IncomingMessage): boolean {
  const host = typeof headers[':authority'] === 'string' ? headers[':authority'] : headers.host;
  // `same-site` is another port of this host, or a sibling domain: its pages are not ours.
  const isSibling = headers['sec-fetch-site'] === 'same-site' && headers['sec-fetch-mode'] !== 'navigate';
  return isSibling || !isSameOrigin(headers, host) || isCrossSite(headers);
}
