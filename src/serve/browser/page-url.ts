/** The path of the page, such as `/_profiler`: this script is one of its assets. */
export const BASE = baseOf(import.meta.url);

/** A script is served at `<base>/assets/<version>/<name>` or `<base>/assets/<name>`. */
export function baseOf(scriptUrl: string): string {
  const { pathname } = new URL(scriptUrl);
  return pathname.slice(0, pathname.lastIndexOf('/assets/'));
}

/** The current URL with one parameter changed, or removed if the value is `null`. */
export function urlWith(param: string, value: string | null): string {
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(param);
  else url.searchParams.set(param, value);
  return url.pathname + url.search + url.hash;
}
