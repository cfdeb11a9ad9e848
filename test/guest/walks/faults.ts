/** How to find a fault: a search, and the profile of one of its rows. `ROW` is its token. */
interface Search {
  /** What docs/find.md says happened. */
  readonly query: string;
  /** Arguments of the command line, after the search. */
  readonly command: string;
  /** The panel of the page, if the summary does not say it. */
  readonly panel?: string;
}

/** No fault may take more. */
export const MOST_STEPS = 3;

export const FAULTS = {
  'a rejection outside of a request ends the process': {
    query: 'kind:process error:*',
    command: 'show ROW',
  },
  '`kill -9` while requests are in progress': { query: 'error:ProcessVanished', command: 'show ROW' },
  'the process runs out of memory': { query: 'error:ProcessVanished', command: 'show ROW' },
  'GraphQL answers a failure with 200': { query: 'error:* status:200', command: 'show ROW' },
  'only one user gets a 500': { query: 'status:5xx user:eve', command: 'since ROW' },
  'only one release answers with 500': { query: 'status:5xx', command: 'since ROW' },
  'an N+1 query': { query: 'queries:>10', command: 'show ROW' },
  'a slow query': { query: 'querytime:>300ms', command: 'show ROW' },
  'a pool that leaks connections': { query: 'error:*', command: 'show ROW' },
  'a job fails': { query: 'kind:job status:5xx', command: 'show ROW' },
  'a slow outgoing call': { query: 'sort:duration', command: 'show ROW' },
  'a request blocks the event loop': { query: 'sort:duration', command: 'show ROW' },
  'a stream of events is closed by its client': { query: 'duration:>150ms', command: 'show ROW' },
  'a wrong validation answers 400': { query: 'status:400', command: 'show ROW --panel body', panel: 'Body' },
} as const satisfies Readonly<Record<string, Search>>;

export type FaultName = keyof typeof FAULTS;

/** The steps of a walk: commands of the command line, or what is done on the page. */
export interface Walks {
  readonly cli: readonly string[];
  readonly page: readonly string[];
}

export function walksOf(name: FaultName): Walks {
  const { query, command, panel }: Search = FAULTS[name];
  return {
    cli: [`search ${query}`, command],
    page: [`search ${query}`, 'open ROW', ...(panel ? [`click ${panel}`] : [])],
  };
}
