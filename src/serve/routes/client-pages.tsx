import { clientOrder, sortClients } from '../../report/groups/client-class.ts';
import { readEvidence } from '../../report/groups/client-evidence.ts';
import { countPaths } from '../../report/groups/client-paths.ts';
import { type Criteria, OLDEST_FIRST, type Term } from '../../search/criteria.ts';
import { withEnd } from '../../search/time-bounds.ts';
import { findPage } from '../../store/find-page.ts';
import { type Groups, groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import { ClientsSection } from '../pages/clients/clients-section.tsx';
import type { GroupedSearch } from '../pages/grouping-page.tsx';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** Clients that are listed. */
const MAX_CLIENTS = 100;
/** Milliseconds to count the distinct paths of those that are listed. */
const PATHS_MS = 80;
/** Requests that have a user. */
const WITH_USER: Term = { field: 'user', not: false, any: [{ match: 'whole', parts: ['', ''] }] };
/** Requests of one client or user that are listed. */
const MAX_VISITS = 100;

/** Clients or users by their requests, and the evidence of one client. */
export function addClients(routes: Routes): void {
  addGrouping(routes, '/clients', async (search, book, signal) => {
    const isOneUser = search.terms.some(asksForOneUser);
    const by = search.by === 'user' || (search.by !== 'ip' && isOneUser) ? 'user' : 'client';
    const terms = withEnd(by === 'user' ? [...search.terms, WITH_USER] : search.terms);
    const groups = await book.groups(terms, by, MAX_CLIENTS, { signal });
    const isOneIp = by === 'client' && isOneClient(groups, search);
    const evidence = isOneIp ? await readEvidence(book, search.terms, signal) : null;
    const clients = sortClients(groups.groups, clientOrder(search.order));
    const paths = evidence
      ? new Map()
      : await countPaths(book, search.terms, clients, { by, deadline: PATHS_MS, signal });
    const visits = evidence || isOneUser ? await visitsOf(book, search, signal) : null;
    return (
      <ClientsSection {...{ by, groups, clients, paths, evidence, visits, search, base: routes.base }} />
    );
  });
}

function asksForOneUser(term: Term): boolean {
  return term.field === 'user' && !term.not && term.any.length === 1 && term.any[0]?.parts.length === 1;
}

/** The requests of one client or user; `null` if they can't be read. */
async function visitsOf(book: Store, { terms }: GroupedSearch, signal: AbortSignal) {
  const criteria: Criteria = {
    terms: groupedTerms(terms),
    limit: MAX_VISITS,
    cursor: null,
    first: OLDEST_FIRST,
  };
  const page = await findPage(book, criteria, { signal }).catch(() => null);
  return page && { entries: page.entries, isComplete: page.newer === null, tokens: book.tokens };
}

/** Whether the search asks for this client. A client that is the only match by chance stays a row. */
function isOneClient({ groups, others }: Groups, { here }: GroupedSearch): boolean {
  const [client] = groups;
  if (client === undefined || groups.length > 1 || others.requests > 0) return false;
  return here.hasFilter('ip', client.value);
}
