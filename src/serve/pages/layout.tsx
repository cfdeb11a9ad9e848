import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { countOf } from '../../format/count-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Glance } from '../glance.ts';
import { SYSTEM_THEME, type Theme } from '../theme.ts';
import { zoneQuery } from './search-links.ts';

/** The pages of a search: its rows, and what they have in common. */
export const VIEWS = [
  { path: '/overview', name: 'Overview', title: 'Overview', keys: 'g o' },
  { path: '', name: 'Search', title: 'Profile Search', keys: 'g s' },
  { path: '/errors', name: 'Errors', title: 'Errors', keys: 'g e' },
  { path: '/routes', name: 'Routes', title: 'Routes', keys: 'g r' },
  { path: '/clients', name: 'Clients', title: 'Clients', keys: 'g c' },
] as const;

/** Follows the path of the pages. */
export type ViewPath = (typeof VIEWS)[number]['path'];

export function titleOf(view: ViewPath): string {
  return VIEWS.find(({ path }) => path === view)?.title ?? '';
}

/** The URL path of the pages, and the version of their assets. */
export interface Site extends Partial<Glance> {
  readonly base: string;
  readonly version: string;
  /** Whether the page is opened with the key, so a button can lock it. */
  readonly canLock?: boolean;
  /** The theme of the system by default. */
  readonly theme?: Theme;
  /** The time zone that the reader chose. Every link keeps it. */
  readonly zone?: string;
  /** The app that serves the page, such as `shop · 1.5.0`. */
  readonly service?: string;
  /** What its readers should know of the book: that it will be lost, or that other instances have their own. */
  readonly notes?: readonly string[];
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
  const { theme = SYSTEM_THEME, service = '', notes = [], view, query = zoneQuery(zone) } = props;
  const { errors = null } = props;
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
              <Mark />
              Gatebook
            </a>
            {!isLocked && (
              <>
                {service !== '' && <p class="service">{visibleText(service)}</p>}
                <nav aria-label="Pages">
                  <Tabs base={base} query={query} current={view} errors={errors} />
                </nav>
                <Zone zone={zone} utc={utc} />
                {/* The script adds a button to each of these two, which have the space for it. */}
                <div class="theme" />
                <details class="menu sign more">
                  <summary aria-label="More" title="More">
                    ⋯
                  </summary>
                  <ul>
                    <li>
                      <a href={`${base}/latest${zoneQuery(zone)}`}>Open the latest request</a>
                    </li>
                    <li class="shortcuts" />
                    {canLock && (
                      <li>
                        <form class="lock" method="post" action={`${base}/logout`}>
                          <button type="submit">Lock</button>
                        </form>
                      </li>
                    )}
                  </ul>
                </details>
              </>
            )}
          </header>
          <main id="main" tabindex={-1}>
            {children}
          </main>
          {!isLocked && notes.length > 0 && <footer>{visibleText(notes.join(' '))}</footer>}
          {/* Loaded last, so it does not delay the style and the content. */}
          <script type="module" src={asset('page.js')} />
        </body>
      </html>
    </>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="4" />
      <path d="M4 4h8M4 8h8M4 12h5" />
    </svg>
  );
}

/** A longer number would not fit on a phone. */
const MAX_COUNT = 99;

interface TabsProps {
  readonly base: string;
  /** The query string of the search, which all views keep. */
  readonly query: string;
  /** Absent on a page that does not show a search. */
  readonly current?: ViewPath | undefined;
  readonly errors: number | null;
}

function Tabs({ base, query, current, errors }: TabsProps) {
  return VIEWS.map(({ path, name, keys }) => (
    <a
      href={base + path + query}
      data-name={name}
      data-keys={keys}
      aria-current={path === current ? 'page' : undefined}
    >
      {name}
      {path === '/errors' && errors !== null && errors > 0 && (
        <>
          {' '}
          <span class="tag s5" title={`${countOf(errors, 'error')} in the last 24 hours`}>
            {errors > MAX_COUNT ? `${MAX_COUNT}+` : errors}
          </span>
        </>
      )}
    </a>
  ));
}

/** The time zone of the page. It is a link to the page in UTC or, from there, in the zone of the browser, which the script knows. */
function Zone({ zone, utc }: { zone: string; utc: string | undefined }) {
  return (
    <p class="zone">
      {zone !== 'UTC' && utc !== undefined ? (
        <a href={utc} aria-label={`${zone}: show in UTC`} title="Show times in UTC">
          {zone}
        </a>
      ) : (
        zone
      )}
    </p>
  );
}
