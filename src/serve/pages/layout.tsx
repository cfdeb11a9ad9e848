import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';

/** Where the page stands, and which of its assets go with it. */
export interface Site {
  readonly base: string;
  readonly version: string;
}

export function Layout({ base, version, title, children }: Site & { title: string; children: Child }) {
  return (
    <>
      {raw('<!doctype html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex, nofollow" />
          <title>{title}</title>
          <link rel="stylesheet" href={`${base}/assets/style.css?v=${version}`} />
          <link rel="icon" type="image/svg+xml" href={`${base}/assets/icon.svg?v=${version}`} />
        </head>
        <body>
          <header class="bar">
            <a class="brand" href={base}>
              Gatebook
            </a>
            <nav aria-label="Pages">
              <a href={base}>Search</a>
              <a href={`${base}/latest`}>Latest</a>
            </nav>
          </header>
          <main>{children}</main>
        </body>
      </html>
    </>
  );
}
