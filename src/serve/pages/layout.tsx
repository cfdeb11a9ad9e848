import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';

/** Where the page stands, and which of its assets go with it. */
export interface Site {
  readonly base: string;
  readonly version: string;
}

export function Layout({ base, version, title, children }: Site & { title: string; children: Child }) {
  const asset = (name: string) => `${base}/assets/${name}?v=${version}`;
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
          <link rel="stylesheet" href={asset('style.css')} />
          <link rel="icon" type="image/svg+xml" href={asset('icon.svg')} />
        </head>
        <body>
          <a class="skip" href="#main">
            Skip to the content
          </a>
          <header class="bar">
            <a class="brand" href={base}>
              Gatebook
            </a>
            <nav aria-label="Pages">
              <a href={base}>Search</a>
              <a href={`${base}/latest`}>Latest</a>
            </nav>
            {/* Filled by script: what is in it needs script. */}
            <div class="tools" />
          </header>
          <main id="main" tabindex={-1}>
            {children}
          </main>
          {/* Found last: what is to be seen is not to share the way with what is to be added. */}
          <script type="module" src={asset('main.js')} />
        </body>
      </html>
    </>
  );
}
