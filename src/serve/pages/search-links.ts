import { type Micros, wallTimeAt } from '../../profile/time.ts';
import { COLUMNS, COLUMNS_PARAM, type Column, parseColumns } from '../../search/columns.ts';
import { DEFAULT_LIMIT, type NumberRange, type Term } from '../../search/criteria.ts';
import {
  addClause,
  clauseText,
  excludeValue,
  hasClause,
  isValidValue,
  removeClauses,
} from '../../search/edit-query.ts';
import { escapePattern } from '../../search/escape-value.ts';
import { FIELDS } from '../../search/fields.ts';
import { BY_PARAM, MAX_QUERY_LENGTH, ORDER_PARAM, QUERY_PARAM } from '../../search/query-text.ts';
import { timeBounds } from '../../search/time-bounds.ts';
import { sinceText, untilText } from '../../search/time-range-text.ts';
import { HIDDEN_PARAM, type HiddenClient, hiddenText, isWithout, withoutClients } from '../hidden-clients.ts';
import { type ListingChoice, listingQuery } from '../listing-choice.ts';

/** The search a page shows, and links to variations of it. A link is `null` if that search is not possible. */
export interface SearchLinks {
  /** The query text. */
  readonly text: string;
  /** A search for another query text, with the same limit and time zone. */
  href(text: string): string;
  /** This search without the requests of these clients, which are hidden from now on. */
  hiding(client: HiddenClient): string;
  /** This search with times in another zone. */
  inZone(zone: string): string;
  /** Columns to the right of the default ones. */
  readonly columns: readonly Column[];
  /** This search with other columns. */
  withColumns(columns: readonly Column[]): string;
  /** The order of the list or of the groups; empty if it is the usual one. */
  readonly order: string;
  /** This search with its groups in another order. */
  inOrder(order: string): string;
  /** This search with its requests grouped by something else; empty by what is usual. */
  groupedBy(by: string): string;
  /** This search with other rows per page or in another order, from now on. */
  listing(choice: ListingChoice): string;
  /** The query string of this search. */
  readonly address: string;
  /** The query string that a link to a profile carries, to come back to this search. */
  readonly query: string;
  hasFilter(field: string, value: string): boolean;
  /** Only matches with this value. Replaces other filters on the field. */
  setFilter(field: string, value: string): string | null;
  /** Only matches with this value. Keeps other filters on the field. */
  addFilter(field: string, value: string): string | null;
  /** Only matches with all of these recorded values, or with one of several. Keeps other filters. */
  addFilters(filters: Readonly<Record<string, string | readonly string[]>>): string | null;
  removeFilter(field: string): string;
  /** Only matches without this value. */
  exclude(field: string, value: string): string | null;
  /** Only matches whose URL path starts with this path, or only the others. */
  underPath(path: string, not?: 'not'): string | null;
  /** The time range of the search. */
  readonly bounds: NumberRange;
  /** Only matches in this time range. */
  inTimeRange(range: NumberRange): string | null;
  /** The starts and ends of processes in this range. */
  processesIn(range: NumberRange): string;
  /** All matches except those of the minute around this time. */
  withoutMinute(time: Micros): string | null;
}

interface SearchState {
  readonly base: string;
  readonly text: string;
  readonly terms: readonly Term[];
  readonly zone: string;
  readonly limit?: string;
  readonly columns?: readonly Column[];
  /** The order of groups. */
  readonly order?: string;
  /** What requests are grouped by. */
  readonly by?: string;
  /** What the reader has chosen to hide. */
  readonly hidden?: readonly HiddenClient[];
}

/** Longer paths are cut: the link matches everything that starts with the rest. */
const MAX_PATH_LENGTH = 200;

export function searchLinks(state: SearchState): SearchLinks {
  const { base, text, terms, zone, limit = '', columns = [], order = '', by = '', hidden = [] } = state;
  const bounds = timeBounds(terms);
  const hrefWith = (changes: Partial<QueryParams>) =>
    base + queryString({ text, limit, zone, columns, order, by, ...changes });
  const without = hidden.filter((client) => isWithout(text, client));
  const href = (query: string) => {
    // Removing the filter also ends the choice. Otherwise the filter would be back on the first page.
    const shown = without.filter((client) => !isWithout(query, client));
    const rest = hidden.filter((client) => !shown.includes(client));
    return hrefWith({ text: query, ...(shown.length > 0 && { hidden: rest }) });
  };
  const hrefIfShort = (query: string) => (query.length > MAX_QUERY_LENGTH ? null : href(query));
  const queryValue = (field: string, value: string) =>
    FIELDS.get(field)?.isPattern ? escapePattern(value) : value;

  return {
    text,
    href,
    hiding: (client) =>
      hrefWith({ text: withoutClients(text, [client]), hidden: [...new Set([...hidden, client])] }),
    address: queryString({ text, limit, zone, columns, order, by }),
    query: queryString({ text, limit: '', zone, columns }),
    inZone: (other) => hrefWith({ zone: other }),
    inOrder: (other) => hrefWith({ order: other }),
    groupedBy: (other) => hrefWith({ by: other }),
    order,
    listing: (choice) => {
      const address = hrefWith({});
      return address + (address.includes('?') ? '&' : '?') + listingQuery(choice);
    },
    columns,
    withColumns: (other) => hrefWith({ columns: COLUMNS.filter((column) => other.includes(column)) }),
    hasFilter: (field, value) => hasClause(text, field, queryValue(field, value)),
    removeFilter: (field) => href(removeClauses(text, [field])),
    setFilter(field, value) {
      const wanted = queryValue(field, value);
      if (!isValidValue(field, wanted)) return null;
      return hrefIfShort(addClause(removeClauses(text, [field]), clauseText(field, [wanted])));
    },
    exclude(field, value) {
      const unwanted = queryValue(field, value);
      return isValidValue(field, unwanted) ? hrefIfShort(excludeValue(text, field, unwanted)) : null;
    },
    addFilter: (field, value) => hrefIfShort(addClause(text, clauseText(field, [value]))),
    addFilters(filters) {
      let query = text;
      for (const [field, recorded] of Object.entries(filters)) {
        const values = [recorded].flat().map((value) => queryValue(field, value));
        if (!values.every((value) => isValidValue(field, value))) return null;
        query = addClause(query, clauseText(field, values));
      }
      return hrefIfShort(query);
    },
    underPath(path, not) {
      const pattern = `${escapePattern(path.slice(0, MAX_PATH_LENGTH))}*`;
      if (!isValidValue('url', pattern)) return null;
      return hrefIfShort(
        not ? excludeValue(text, 'url', pattern) : addClause(text, clauseText('url', [pattern])),
      );
    },
    bounds,
    withoutMinute: (time) => hrefIfShort(addClause(text, `-at:${sinceText(time - (time % 60e6), zone)}`)),
    processesIn: ({ from, to }) =>
      href(`kind:process since:${sinceText(from, zone)} until:${untilText(to, zone)}`),
    inTimeRange({ from, to }) {
      const startsLater = from > bounds.from;
      const endsEarlier = to < bounds.to;
      if (!startsLater && !endsEarlier) return null;
      const replaced = [...(startsLater ? ['since'] : []), ...(endsEarlier ? ['until'] : [])];
      let query = removeClauses(text, replaced.length > 1 ? [...replaced, 'at'] : replaced);
      if (startsLater) query = addClause(query, `since:${sinceText(from, zone)}`);
      if (endsEarlier) query = addClause(query, `until:${untilText(to, zone)}`);
      return hrefIfShort(query);
    },
  };
}

/** Links that start a new search. It has no matches yet from which a value could be excluded. */
export function newSearch(base: string, zone: string): SearchLinks {
  const links = searchLinks({ base, text: '', terms: [], zone });
  return {
    ...links,
    exclude: () => null,
    withoutMinute: () => null,
    underPath: (path, not) => (not ? null : links.underPath(path)),
  };
}

/** Most query texts need no escaping. */
const PLAIN = /^[\w.~:/,* -]*$/;

/** Escapes only what a query string requires, so addresses stay readable. */
function escapeParam(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll(' ', '+');
  return encodeURIComponent(text.toWellFormed()).replace(/%(?:20|3A|2F|2C)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );
}

interface QueryParams {
  readonly text: string;
  readonly limit: string;
  readonly zone: string;
  readonly columns?: readonly Column[];
  readonly order?: string;
  readonly by?: string;
  readonly hidden?: readonly HiddenClient[];
}

/** The query string of a search, with its `?`; empty if nothing differs from the defaults. */
export function queryString(query: QueryParams): string {
  const { text, limit, zone, columns = [], order = '', by = '', hidden } = query;
  const params: string[] = [];
  if (text !== '') params.push(`${QUERY_PARAM}=${escapeParam(text)}`);
  if (limit !== '' && limit !== String(DEFAULT_LIMIT)) params.push(`limit=${escapeParam(limit)}`);
  if (zone !== '' && zone !== 'UTC') params.push(`tz=${escapeParam(zone)}`);
  if (columns.length > 0) params.push(`${COLUMNS_PARAM}=${columns.join(',')}`);
  if (order !== '') params.push(`${ORDER_PARAM}=${escapeParam(order)}`);
  if (by !== '') params.push(`${BY_PARAM}=${escapeParam(by)}`);
  if (hidden) params.push(`${HIDDEN_PARAM}=${hiddenText(hidden)}`);
  return params.length === 0 ? '' : `?${params.join('&')}`;
}

/** The query string of a search with this text and the other parameters. */
export function searchQuery(params: URLSearchParams, text: string): string {
  const param = (name: string) => params.get(name)?.trim() ?? '';
  const { columns } = parseColumns(param(COLUMNS_PARAM));
  const [limit, zone, order, by] = [param('limit'), param('tz'), param(ORDER_PARAM), param(BY_PARAM)];
  return queryString({ text, limit, zone, columns, order, by });
}

/** A page for another query text. */
export function viewHref(path: string, text: string, zone: string): string {
  return path + queryString({ text, limit: '', zone });
}

/** The query string that keeps only the time zone. */
export function zoneQuery(zone: string): string {
  return queryString({ text: '', limit: '', zone });
}

/** The hour around this time, by the clock of the time zone. */
export function hourOf(time: Micros, zone: string): NumberRange {
  const { minute, second } = wallTimeAt(time, zone);
  const from = time - (minute * 60 + second) * 1e6 - (((time % 1e6) + 1e6) % 1e6);
  return { from, to: from + 3600e6 - 1 };
}
