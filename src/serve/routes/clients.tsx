import { type Groups, groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import { type ClientEvidence, clientEvidence } from '../client-evidence.ts';
import { withEnd } from '../end-of-search.ts';
import { ClientsSection } from '../pages/clients-section.tsx';
import type { GroupedSearch } from '../pages/grouping-page.tsx';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** Clients that are listed. */
const MAX_CLIENTS = 100;
/** Requests of one client that its evidence is read from, and how long that may take, in milliseconds. */
const MAX_REQUESTS = 1000;
const EVIDENCE_MS = 1000;

/** Clients by their requests, and the evidence of one client. */
export function addClients(routes: Routes): void {
  addGrouping(routes, '/clients', async (search, book, signal) => {
    const groups = await book.groups(withEnd(search.terms), 'client', MAX_CLIENTS, { signal });
    const evidence = isOneClient(groups, search) ? await readEvidence(book, search, signal) : null;
    return <ClientsSection groups={groups} evidence={evidence} search={search} />;
  });
}

/** Whether the search asks for this client. One that is the only match by chance is a row. */
function isOneClient({ groups, others }: Groups, { here }: GroupedSearch): boolean {
  const [client] = groups;
  if (client === undefined || groups.length > 1 || others.requests > 0) return false;
  return here.hasFilter('ip', client.value);
}

/** `null` if it can't be read: the figures are shown without it. */
async function readEvidence(
  book: Store,
  { terms }: GroupedSearch,
  signal: AbortSignal,
): Promise<ClientEvidence | null> {
  const criteria = { terms: groupedTerms(terms), limit: MAX_REQUESTS, cursor: null };
  const page = await book.search(criteria, { signal, deadline: EVIDENCE_MS }).catch(() => null);
  return page && clientEvidence(page.entries);
}
