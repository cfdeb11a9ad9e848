/** The path of the page, such as `/_profiler`: this script is one of its assets. */
export const BASE = baseOf(import.meta.url);

/** A script is served at `<base>/assets/<version>/<name>` or `<base>/assets/<name>`. */
export function baseOf(scriptUrl: string): string {
  const { pathname } = new URL(scriptUrl);
  return pathname.slice(0, pathname.lastIndexOf('/assets/'));
}

/** The part of the top bar for what the script adds. */
export function tools(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.bar .tools');
}

/** This very address with one parameter changed, or left out. */
export function addressWith(param: string, value: string | null): string {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(param);
  else address.searchParams.set(param, value);
  return address.pathname + address.search + address.hash;
}
