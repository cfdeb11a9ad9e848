/** Where Next.js keeps what it knows about a request, on the request itself. It is only read. */
const REQUEST_META = Symbol.for('NextInternalRequestMeta');
/** Next.js answers with these when no page matched, or when a page has failed. */
const NOT_A_ROUTE = /^\/(?:_|404$|500$)/;

interface NextRequest {
  readonly [REQUEST_META]?: {
    readonly match?: { readonly definition?: { readonly pathname?: unknown } };
    readonly invokeOutput?: unknown;
  };
}

/** The route that Next.js has matched, such as `/users/[id]`; an empty string in other apps and other versions. */
export function nextRoute(request: object): string {
  const meta = (request as NextRequest)[REQUEST_META];
  if (typeof meta !== 'object' || meta === null) return '';
  const routes = [meta.match?.definition?.pathname, meta.invokeOutput];
  const route = routes.find((value) => typeof value === 'string' && value !== '' && !NOT_A_ROUTE.test(value));
  return typeof route === 'string' ? route : '';
}
