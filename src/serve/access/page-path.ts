/** A path of the page in its one accepted spelling. Who may see it is decided, and what it shows is routed, by this text. */
export type PagePath = string & { readonly __brand: 'PagePath' };

const BELOW = /^(?:\/[A-Za-z0-9._~-]+)*\/?$/;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/**
 * Reads the request target of a page: `BASE`, or segments of unreserved characters below it, up to the query. Every other spelling
 * (dot segments, escapes, double slashes, absolute URLs) is the app's, because a router could read it as another path.
 */
export function pagePath(base: string, target: string): PagePath | null {
  // Every request comes here. The base has no query, so the rest of the target makes no difference.
  if (!target.startsWith(base)) return null;
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const below = path.slice(base.length);
  return BELOW.test(below) && !DOT_SEGMENT.test(below) ? (path as PagePath) : null;
}

/** The path where an app has mounted the page. Frameworks shorten the URL for what is mounted below a path. */
export function mountedPath(
  base: string,
  { url, originalUrl = url }: { readonly url?: string | undefined; readonly originalUrl?: unknown },
): PagePath | null {
  return pagePath(base, typeof originalUrl === 'string' ? originalUrl : (url ?? ''));
}
