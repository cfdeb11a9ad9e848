/** Where the page stands: this script is one of its assets. */
export const BASE = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

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
