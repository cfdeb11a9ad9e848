import type { Header, Profile } from '../../profile/profile.ts';
import type { Language } from './languages.ts';
import { replayableRequest } from './replayable-request.ts';

export type Snippet =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** What the library says instead of a snippet. */
const NOT_SUPPORTED = 'Method not supported';

/** The request of a profile in this language, with a comment on what is not as it was. */
export async function snippetOf(
  { target, client, options = {}, comment, title }: Language,
  profile: Profile,
  requestHeaders: readonly Header[],
): Promise<Snippet> {
  const request = replayableRequest(profile, requestHeaders, target === 'shell' ? 'shell' : 'code');
  if (!request.ok) return request;
  const { method, url, headers, notes } = request;
  const { protocol, port, host, hostname, pathname, search } = new URL(url);
  // The library's own reading of a HAR request would put the query in another order.
  const { targets } = await import('@readme/httpsnippet/targets');
  const written = targets[target].clientsById[client]?.convert(
    {
      method,
      url,
      fullUrl: url,
      httpVersion: 'HTTP/1.1',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      headersObj: { ...headers },
      allHeaders: target === 'shell' && client === 'curl' ? withoutCookie(headers) : { ...headers },
      cookies: [],
      cookiesObj: {},
      queryString: [],
      queryObj: {},
      postData: { mimeType: 'application/octet-stream' },
      uriObj: {
        href: url,
        protocol,
        port: port || null,
        host,
        hostname,
        pathname,
        search,
        path: pathname + search,
        query: {},
        auth: null,
        hash: null,
        slashes: true,
      },
      headersSize: -1,
      bodySize: -1,
    },
    options,
  );
  if (written === undefined || written === NOT_SUPPORTED)
    return { ok: false, reason: `${title} can not send ${method}.` };
  const flags = target === 'shell' && client === 'curl' ? curlFlags(method, url) : [];
  const lines = notes.map((note) => `${comment} ${note}\n`).join('');
  return { ok: true, text: `${lines}${[written, ...flags].join(' \\\n  ')}\n` };
}

/** Given cookies apart from the headers, curl would read those without an equals sign from a file of that name. */
function withoutCookie({ cookie: _, ...rest }: Readonly<Record<string, string>>): Record<string, string> {
  return rest;
}

/**
 * curl waits for the body of an answer to HEAD, and resolves `/../` itself, unless told not to; those who
 * look for holes ask for just that.
 */
function curlFlags(method: string, url: string): string[] {
  const flags = method === 'HEAD' ? ['--head'] : [];
  return /\/\.{1,2}(?:[/?]|$)/.test(url) ? [...flags, '--path-as-is'] : flags;
}
