import type { Entry } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import { Card } from './card.tsx';
import type { GroupedSearch } from './grouping-page.tsx';
import { ResultsTable } from './search/results-table.tsx';
import { searchLinks } from './search-links.ts';

/** Some requests of a group. */
export interface FoundRequests {
  readonly entries: readonly Entry[];
  /** Whether these are all. */
  readonly isComplete: boolean;
  readonly tokens: Tokens;
}

interface ListedRequestsProps {
  readonly title: string;
  readonly found: FoundRequests;
  /** The query that finds all of them, and the link to it. */
  readonly text: string;
  readonly all: string;
  readonly search: GroupedSearch;
  readonly base: string;
  /** The order of the list; empty if it is the usual one. */
  readonly order?: string;
  /** Longer pauses are marked, in µs. */
  readonly gap?: number;
}

/** The requests of a group, with a link to all of them in Profile Search. */
export function ListedRequests(props: ListedRequestsProps) {
  const { title, found, text, all, search, base, order = '', gap } = props;
  const { entries, isComplete, tokens } = found;
  const { terms, context } = search;
  const { zone } = context;
  const links = searchLinks({ base, text, terms, zone, order });
  return (
    <Card
      id="listed-requests"
      kind="listed"
      title={title}
      more={<a href={links.href(text)}>{isComplete ? 'Open in Search' : all}</a>}
    >
      <ResultsTable
        base={base}
        entries={entries}
        tokens={tokens}
        zone={zone}
        {...(gap !== undefined && { gap })}
      />
    </Card>
  );
}
