import { kindTerm, type Term } from '../search/criteria.ts';
import { addClause } from '../search/edit-query.ts';
import { pathOf } from '../search/pattern.ts';
import type { GotThrough } from './finding.ts';
import { valueClause } from './in-common/trait.ts';
import type { Asked } from './period.ts';

const SERVED: readonly Term[] = [
  { field: 'client', not: false, any: ['scanner'] },
  { field: 'status', not: false, any: [{ from: 200, to: 299 }] },
];
const MAX_CLIENTS = 100;
/** Requests that are read for their paths, and paths that are named. */
const MAX_READ = 50;
const MAX_PATHS = 3;
const SEARCH_MS = 500;

/** Scanners that got responses with 2xx, all as one finding. */
export async function scannersThatGotThrough(asked: Asked): Promise<readonly GotThrough[]> {
  const { book, text, terms, deadline } = asked;
  const served = [...terms, ...SERVED];
  const { groups, others } = await book.groups(served, 'client', MAX_CLIENTS, deadline.options(SEARCH_MS));
  const [first] = groups;
  if (!first) return [];
  const isOne = groups.length === 1 && others.values === 0;
  const all = await book.groups(
    [...terms, ...SERVED.slice(0, 1)],
    'client',
    MAX_CLIENTS,
    deadline.options(SEARCH_MS),
  );
  const names = new Set(groups.map(({ value }) => value));
  const page = await book.search(
    { terms: [...served, kindTerm('main')], limit: MAX_READ, cursor: null },
    deadline.options(SEARCH_MS),
  );
  const own = isOne ? valueClause('ip', first.value) : null;
  const clauses = ['client:scanner', 'status:2xx', ...(own === null ? [] : [own]), 'kind:main'];
  return [
    {
      kind: 'got-through',
      subject: isOne ? first.value : '',
      count: sum(groups) + others.requests,
      query: clauses.reduce(addClause, text),
      evidence: {
        clients: groups.length + others.values,
        requests: sum(all.groups.filter(({ value }) => names.has(value))),
        paths: [...new Set(page.entries.map(({ url }) => pathOf(url)))].slice(0, MAX_PATHS),
      },
    },
  ];
}

function sum(groups: readonly { readonly requests: number }[]): number {
  return groups.reduce((total, { requests }) => total + requests, 0);
}
