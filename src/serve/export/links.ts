import { SNIPPET_LANGUAGES } from './languages.ts';

export interface Link {
  readonly label: string;
  readonly href: string;
}

/** Files of a search. The page that is shown does not matter: they hold all matches. */
export function exportLinks(base: string, params: URLSearchParams): Link[] {
  const query = new URLSearchParams(
    [...params].filter(([name, value]) => name !== 'cursor' && name !== 'limit' && value !== ''),
  ).toString();
  const address = (end: string) => `${base}/export.${end}${query === '' ? '' : `?${query}`}`;
  return [
    { label: 'CSV', href: address('csv') },
    { label: 'HAR', href: address('har') },
    { label: 'JSON', href: address('json') },
  ];
}

/** One profile to take along: as a command, and as files. */
export function profileLinks(base: string, token: string): Link[] {
  const address = `${base}/${encodeURIComponent(token)}`;
  return [
    { label: 'curl', href: `${address}/snippet?lang=curl` },
    { label: 'HAR', href: `${address}.har` },
    { label: 'JSON', href: `${address}.json` },
  ];
}

/** The request of a profile in every language there is, curl first. */
export function snippetLinks(base: string, token: string): Link[] {
  return SNIPPET_LANGUAGES.map(({ name, title }) => ({
    label: title,
    href: `${base}/${encodeURIComponent(token)}/snippet?lang=${name}`,
  }));
}
