import { visibleText } from '../../format/visible-text.ts';
import { type Filter, filtersOf } from '../../search/edit-query.ts';
import type { SearchLinks } from './search-links.ts';

/** The id of the query text. A link to it moves the focus there, also without script. */
export const QUERY_ID = 'query';

/** The filters of the search. Each can be edited, inverted and removed. */
export function FilterChips({ search }: { search: SearchLinks }) {
  const filters = filtersOf(search.text);
  if (filters.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters of this search">
      {filters.map((filter) => (
        <Chip filter={filter} search={search} />
      ))}
      <li>
        <a class="clear" href={search.href('')}>
          Clear
        </a>
      </li>
    </ul>
  );
}

/** A filter in words: "not client scanner or bot". */
export function FilterText({ filter: { name, not, values } }: { filter: Filter }) {
  return (
    <>
      {not && <em>not </em>}
      <span>{name}</span> <strong>{values.map(visibleText).join(' or ')}</strong>
    </>
  );
}

function Chip({ filter, search }: { filter: Filter; search: SearchLinks }) {
  const { name, not, values, start, end, removed, inverted } = filter;
  const text = `${not ? 'not ' : ''}${name} ${values.map(visibleText).join(' or ')}`;
  const other = not ? 'Include instead' : 'Exclude instead';
  return (
    <li class={not ? 'chip not' : 'chip'}>
      {/* The script selects the text from start to end. */}
      <a
        class="edit"
        href={`#${QUERY_ID}`}
        data-start={start}
        data-end={end}
        title={`${text}: edit in the search field`}
      >
        <FilterText filter={filter} />
      </a>
      {inverted !== null && (
        <a href={search.href(inverted)} aria-label={`${other}: ${text}`} title={other}>
          {not ? '=' : '≠'}
        </a>
      )}
      <a href={search.href(removed)} aria-label={`Remove filter: ${text}`} title="Remove filter">
        ×
      </a>
    </li>
  );
}
