import type { Tokens } from '../../../profile/token.ts';
import { OLDEST_FIRST } from '../../../search/criteria.ts';
import type { FoundPage } from '../../../store/find-page.ts';
import type { GroupedSearch } from '../grouping-page.tsx';
import { ResultsTable } from '../search/results-table.tsx';
import { searchLinks } from '../search-links.ts';

/** The requests of one client or user. */
export interface ListedVisits {
  readonly page: FoundPage;
  readonly tokens: Tokens;
}

interface VisitsProps {
  readonly visits: ListedVisits;
  readonly search: GroupedSearch;
  readonly base: string;
}

/** Longer pauses are marked, in µs. */
const GAP = 5 * 60e6;

/** What one client or user did, the oldest first, with the pauses between visits. */
export function Visits({ visits: { page, tokens }, search: { rows, terms, context }, base }: VisitsProps) {
  const { zone } = context;
  const all = searchLinks({ base, text: rows.text, terms, zone, order: OLDEST_FIRST });
  return (
    <section class="card visits" aria-labelledby="visits-heading">
      <header>
        <h2 id="visits-heading">Requests, oldest first</h2>
        <a class="more" href={all.href(rows.text)}>
          {page.newer === null ? 'Open in Search' : 'All requests'}
        </a>
      </header>
      <ResultsTable base={base} entries={page.entries} tokens={tokens} zone={zone} gap={GAP} />
    </section>
  );
}
