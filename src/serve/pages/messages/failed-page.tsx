import { visibleText } from '../../../format/visible-text.ts';
import { queryFromParams } from '../../../search/edit-query.ts';
import { Layout, type Site } from '../layout.tsx';
import type { ViewPath } from '../navigation.tsx';
import { SearchForm } from '../search-form.tsx';
import { queryString } from '../search-links.ts';

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
