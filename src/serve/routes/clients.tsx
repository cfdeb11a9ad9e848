import { clientOrder, sortClients } from '../../report/groups/client-class.ts';
import { readEvidence } from '../../report/groups/client-evidence.ts';
import { countPaths } from '../../report/groups/client-paths.ts';
import { withEnd } from '../../search/time-bounds.ts';
import type { Groups } from '../../store/groups.ts';
import { ClientsSection } from '../pages/clients/clients-section.tsx';
import type { GroupedSearch } from '../pages/grouping-page.tsx';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** Clients that are listed. */
const MAX_CLIENTS = 100;
/** Milliseconds to count the distinct paths of those that are listed. */
const PATHS_MS = 80;

/** Clients by their requests, and the evidence of one client. */
export function addClients(routes: Routes): void {
  addGrouping(routes, '/clients', async (search, book, signal) => {
    const groups = await book.groups(withEnd(search.terms), 'client', MAX_CLIENTS, { signal });
    const evidence = isOneClient(groups, search) ? await readEvidence(book, search.terms, signal) : null;
    const clients = sortClients(groups.groups, clientOrder(search.order));
    const paths = evidence
      ? new Map()
      : await countPaths(book, search.terms, clients, { deadline: PATHS_MS, signal });
    return (
      <ClientsSection groups={groups} clients={clients} paths={paths} evidence={evidence} search={search} />
    );
  });
}

/** Whether the search asks for this client. One that is the only match by chance is a row. */
function isOneClient({ groups, others }: Groups, { here }: GroupedSearch): boolean {
  const [client] = groups;
  if (client === undefined || groups.length > 1 || others.requests > 0) return false;
  return here.hasFilter('ip', client.value);
}
