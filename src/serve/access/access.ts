import type { IncomingMessage } from 'node:http';
import { isCrossSite, isFromThisMachine, isSameOrigin } from '../../net/loopback.ts';
import type { Credentials } from './credentials.ts';
import { checkTransport, type TransportRules } from './transport.ts';

/**
 * What to do with a request for the page: serve it, show the locked page, log in with a link, or leave it to the app, which
 * answers as if Gatebook were not there.
 */
export type Decision = 'open' | 'locked' | 'login' | 'pass';

export interface AccessOptions extends TransportRules {
  readonly base: string;
  readonly credentials: Credentials;
  /** Called when a valid key is refused because of the connection. */
  readonly onRefusal: (reason: string) => void;
}

/** Only the key opens the page: no address, no Host, no header and no environment does. */
export function createKeyAccess({ base, credentials, onRefusal, ...rules }: AccessOptions) {
  const loginPrefix = `${base}/login/`;
  const assetPrefix = `${base}/assets/`;

  return (request: IncomingMessage): Decision => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path.startsWith(loginPrefix) && request.method === 'GET') {
      const isValid =
        checkTransport(request, rules).isSafe && credentials.useLoginCode(path.slice(loginPrefix.length));
      return isValid ? 'login' : 'pass';
    }
    if (credentials.isValid(request.headers) && !isForeign(request)) {
      const transport = checkTransport(request, rules);
      if (transport.isSafe) return 'open';
      onRefusal(transport.reason);
    }
    if (!isFromThisMachine(request)) return 'pass';
    // The locked page and the toolbar need their script and style, which are the same for everyone.
    return path.startsWith(assetPrefix) && request.method === 'GET' ? 'open' : 'locked';
  };
}

/** Whether another site's page makes the request. Its cookie is SameSite=Strict, so this is a second line of defence. */
function isForeign({ headers }: IncomingMessage): boolean {
  const host = typeof headers[':authority'] === 'string' ? headers[':authority'] : headers.host;
  // `same-site` is another port of this host, or a sibling domain: its pages are not ours.
  const isSibling = headers['sec-fetch-site'] === 'same-site' && headers['sec-fetch-mode'] !== 'navigate';
  return isSibling || !isSameOrigin(headers, host) || isCrossSite(headers);
}
