import { visibleText } from '../../format/visible-text.ts';
import { formatTime, type Micros } from '../../profile/time.ts';
import type { Mistake } from '../../search/criteria.ts';
import { queryFromParams } from '../../search/edit-query.ts';
import { MAX_QUERY_LENGTH, QUERY_PARAM } from '../../search/query-text.ts';
import { Layout, type Site, titleOf, type ViewPath } from './layout.tsx';
import { SearchForm } from './search-form.tsx';
import { queryString, zoneQuery } from './search-links.ts';

/** A page with one message and a link to the search. */
export function MessagePage({ title, text, ...site }: Site & { title: string; text: string }) {
  return (
    <Layout {...site} title={title}>
      <h1>{title}</h1>
      <p>{visibleText(text)}</p>
      <p>
        <a href={site.base + zoneQuery(site.zone ?? 'UTC')}>Search all profiles</a>
      </p>
    </Layout>
  );
}

/** Shown for a profile that retention has deleted. */
export function ExpiredPage({ time, zone, ...site }: Site & { time: Micros; zone: string }) {
  const text = `This profile expired on ${formatTime(time, zone)} ${zone} and was deleted by retention.`;
  return <MessagePage {...site} zone={zone} title="Profile expired" text={text} />;
}

interface FailedPageProps extends Site {
  readonly view: ViewPath;
  readonly params: URLSearchParams;
  readonly reason: string;
}

/** Shown when the book cannot be read. Keeps the search, so it can be tried again. */
export function FailedPage({ view, params, reason, ...site }: FailedPageProps) {
  const path = site.base + view;
  const query = queryString({ text: queryFromParams(params), limit: '', zone: site.zone ?? 'UTC' });
  return (
    <Layout {...site} title="The book can't be read" view={view} query={query}>
      <SearchForm base={path} isGrouped={view !== ''} params={params} />
      <h1>The book can't be read</h1>
      <p role="alert">{visibleText(reason)}</p>
      <p>
        <a href={`${path}?${params}`}>Try again</a>
      </p>
    </Layout>
  );
}

interface MistakesPageProps extends Site {
  readonly view: ViewPath;
  readonly params: URLSearchParams;
  readonly mistakes: readonly Mistake[];
  readonly zone: string;
}

/** The form as it was sent, and for each mistake: where it is, what is wrong, and how to fix it. */
export function MistakesPage({ view, params, mistakes, zone, ...site }: MistakesPageProps) {
  const title = titleOf(view);
  const text = queryFromParams(params);
  // Every link to another page has it.
  const query = text.length > MAX_QUERY_LENGTH ? zoneQuery(zone) : queryString({ text, limit: '', zone });
  const path = site.base + view;
  return (
    <Layout {...site} zone={zone} title={title} view={view} query={query}>
      <SearchForm base={path} isGrouped={view !== ''} params={params} mistakes={mistakes} />
      <h1>{title}</h1>
      <p class="count">The search was not run</p>
      <div role="alert">
        <ul class="mistakes">
          {mistakes.map(({ param, text, from, to, message, fix }) => (
            <li>
              <code>
                {visibleText(`${param === QUERY_PARAM ? '' : `${param}=`}${text.slice(0, from)}`)}
                <mark>{visibleText(text.slice(from, to))}</mark>
                {visibleText(text.slice(to))}
              </code>
              <span>
                {visibleText(capitalize(message))}: {visibleText(fix)}.
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p class="mistaken">
        Fix the search above and try again, or <a href={site.base + zoneQuery(zone)}>list all requests</a>.
      </p>
    </Layout>
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
