import { visibleText } from '../../format/visible-text.ts';
import { Layout, type Site } from './layout.tsx';
import { SearchForm } from './search-form.tsx';

interface FailedPageProps extends Site {
  readonly params: URLSearchParams;
  readonly reason: string;
}

/** Shown when the book cannot be read. Keeps the search, so it can be tried again. */
export function FailedPage({ params, reason, ...site }: FailedPageProps) {
  return (
    <Layout {...site} title="The book can't be read">
      <SearchForm base={site.base} params={params} />
      <h1>The book can't be read</h1>
      <p role="alert">{visibleText(reason)}</p>
      <p>
        <a href={`${site.base}?${params}`}>Try again</a>
      </p>
    </Layout>
  );
}
