import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { SYSTEM_THEME, type Theme } from '../theme.ts';
import { zoneQuery } from './search-links.ts';

/** The pages of a search: its rows, and what they have in common. */
export const VIEWS = [
  { path: '', name: 'Search', title: 'Profile Search' },
  { path: '/clients', name: 'Clients', title: 'Clients' },
  { path: '/routes', name: 'Routes', title: 'Routes' },
  { path: '/overview', name: 'Overview', title: 'Overview' },
] as const;

/** Follows the path of the pages. */
export type ViewPath = (typeof VIEWS)[number]['path'];

export function titleOf(view: ViewPath): string {
  return VIEWS.find(({ path }) => path === view)?.title ?? '';
}

/** The URL path of the pages, and the version of their assets. */
export interface Site {
  readonly base: string;
  readonly version: string;
  /** Whether the page is opened with the key, so a button can lock it. */
  readonly canLock?: boolean;
  /** The theme of the system by default. */
  readonly theme?: Theme;
  /** The time zone that the reader chose. Every link keeps it. */
  readonly zone?: string;
}

interface LayoutProps extends Site {
  readonly title: string;
  /** Without links into the book. */
  readonly isLocked?: boolean;
  /** The address of this page with times in UTC. */
  readonly utc?: string;
  /** The page of a search that this is, and the query string of that search. */
  readonly view?: ViewPath;
  readonly query?: string;
  readonly children: Child;
}

export function Layout(props: LayoutProps) {
  const { base, version, title, isLocked = false, canLock = false, zone = 'UTC', utc, children } = props;
  const { theme = SYSTEM_THEME, view, query = zoneQuery(zone) } = props;
  const search = base + zoneQuery(zone);
  const asset = (name: string) => `${base}/assets/${version}/${name}`;
  return (
    <>
      {raw('<!doctype html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content={theme} />
          <meta name="robots" content="noindex, nofollow" />
          <title>{title}</title>
          <link rel="stylesheet" href={asset('page.css')} />
          <link rel="icon" type="image/svg+xml" href={asset('icon.svg')} />
        </head>
        <body>
          <a class="skip" href="#main">
            Skip to content
          </a>
          <header class="bar">
            <a class="brand" href={search}>
              Gatebook
            </a>
            {!isLocked && (
              <>
                <nav aria-label="Pages">
                  <Navigation base={base} query={query} current={view} />
                  <a href={`${base}/latest${zoneQuery(zone)}`}>Latest</a>
                </nav>
                {/* The script adds its controls to these three, which have the space for them. */}
                <div class="tools" />
                <p class="zone">
                  {zone}
                  {zone !== 'UTC' && utc !== undefined && (
                    <>
                      {' '}
                      <a href={utc}>show in UTC</a>
                    </>
                  )}
                </p>
                <div class="theme" />
                {canLock && (
                  <form class="lock" method="post" action={`${base}/logout`}>
                    <button type="submit" class="quiet">
                      Lock
                    </button>
                  </form>
                )}
              </>
            )}
          </header>
          <main id="main" tabindex={-1}>
            {children}
          </main>
          {/* Loaded last, so it does not delay the style and the content. */}
          <script type="module" src={asset('page.js')} />
        </body>
      </html>
    </>
  );
}

interface NavigationProps {
  readonly base: string;
  /** The query string of the search, which all views keep. */
  readonly query: string;
  /** Absent on a page that does not show a search. */
  readonly current?: ViewPath | undefined;
}

function Navigation({ base, query, current }: NavigationProps) {
  return VIEWS.map(({ path, name }) => (
    <a href={base + path + query} aria-current={path === current ? 'page' : undefined}>
      {name}
    </a>
  ));
}
