import { raw } from 'hono/html';
import { oneLine, visibleText } from '../../format/visible-text.ts';
import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import type { ParseContext } from '../../search/time-text.ts';
import { FilterChips } from './filter-chips.tsx';
import { Layout, type Site, titleOf, type ViewPath } from './layout.tsx';
import { CountedTo } from './search/survey-section.tsx';
import { SearchForm } from './search-form.tsx';
import { type SearchLinks, searchLinks } from './search-links.ts';
import { TimeLinks } from './time-links.tsx';

/** A search whose main requests a page groups. */
export interface GroupedSearch {
  readonly params: URLSearchParams;
  readonly terms: readonly Term[];
  /** When the search was made, and the time zone of the page. */
  readonly context: ParseContext;
  /** What the groups are sorted by; empty if the address does not say it. */
  readonly order: string;
  /** What they are grouped by; empty if the address does not say it. */
  readonly by: string;
  /** The search on this page. */
  readonly here: SearchLinks;
  /** This search on Profile Search, which lists the requests. */
  readonly rows: SearchLinks;
}

interface GroupingPageProps extends Site {
  readonly view: ViewPath;
  readonly search: GroupedSearch;
  /** What the search asks for, if that is one group; else `null`. */
  readonly subject: Subject | null;
}

/** The one group that a search asks for: its name, the part of it that is stressed first. */
export interface Subject {
  readonly name: string;
  readonly text: string;
  readonly isBad?: boolean;
}

/** Marks where the groups go. The page is sent up to here while requests are still being counted. */
export const GROUPS_PLACEHOLDER = '<!--groups-->';

/** The form of a search, and space for its groups. */
export function GroupingPage({ view, search, subject, ...site }: GroupingPageProps) {
  const { params, context, here } = search;
  const title = titleOf(view);
  const all = searchLinks({ base: site.base + view, text: '', terms: [], zone: context.zone });
  return (
    <Layout
      {...site}
      zone={context.zone}
      utc={here.inZone('UTC')}
      title={subject ? `${visibleText(`${subject.name} ${subject.text}`.trim())} - ${title}` : title}
      view={view}
      query={search.rows.query}
    >
      <SearchForm
        base={site.base + view}
        params={params}
        isGrouped
        chips={<FilterChips search={here} />}
        times={<TimeLinks search={here} context={context} release={site.release ?? null} />}
      />
      {subject && (
        <p class="crumb">
          <a href={all.href('')}>{title}</a> /
        </p>
      )}
      <h1 class={subject ? 'subject' : undefined}>{subject ? <SubjectName subject={subject} /> : title}</h1>
      <div class="grouping">
        {/* The style hides it when something follows. */}
        <p class="counting">Counting requests…</p>
        {raw(GROUPS_PLACEHOLDER)}
      </div>
    </Layout>
  );
}

const MAX_LENGTH = 240;

function SubjectName({ subject: { name, text, isBad = false } }: { subject: Subject }) {
  return (
    <>
      <span class={isBad ? 'alert' : 'none'}>{oneLine(name, MAX_LENGTH)}</span> {oneLine(text, MAX_LENGTH)}
    </>
  );
}

/** Shown in place of the groups if they could not be counted. */
export function FailedGroups({ reason, here }: { reason: string; here: SearchLinks }) {
  return (
    <div role="alert">
      <p>The requests could not be counted: {visibleText(reason)}</p>
      <p>
        <a href={here.href(here.text)}>Try again</a>
      </p>
    </div>
  );
}

interface EmptyGroupsProps {
  readonly search: GroupedSearch;
  readonly searchedTo: Micros | null;
  /** The kinds of profiles that the page counts. */
  readonly counted?: string;
}

/** Why there are no groups, and what to do. */
export function EmptyGroups({ search, searchedTo, counted = 'main requests' }: EmptyGroupsProps) {
  const { here, terms, context } = search;
  if (searchedTo !== null)
    return (
      <section class="groups-section">
        <CountedTo time={searchedTo} search={here} zone={context.zone} />
        <p class="empty">No matching requests in this time. Search a shorter time range.</p>
      </section>
    );
  const hasKinds = terms.some(({ field }) => field === 'kind' || field === 'parent');
  return (
    <section class="groups-section">
      {terms.length === 0 ? (
        <p class="empty">
          No requests have been recorded yet. Send a request to your app and reload this page.
        </p>
      ) : (
        <p class="empty">
          No matching requests. Remove a filter, or <a href={here.href('')}>show all</a>.
          {hasKinds && ` Only ${counted} are counted here.`}
        </p>
      )}
    </section>
  );
}
