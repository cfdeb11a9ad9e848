import type { Sent } from './connection.ts';
import { RIGHT, WRONG, WRONG_LOGIN } from './credentials.ts';
import { type Headers, HOSTS, LOCAL_HOST, ORIGINS } from './dimensions.ts';
import { pairwise, seededRandom } from './pairwise.ts';
import { BASE, type Route } from './route-table.ts';
import { SPELLING_NAMES, spell } from './spellings.ts';

/** A request, to be sent with each of these credentials. */
export interface Trial {
  readonly spelling: string;
  readonly sent: Sent;
  readonly credentials: readonly string[];
}

export const CREDENTIALS: Readonly<Record<string, Headers>> = { ...WRONG, ...RIGHT };

/** Every path in every spelling with every one of these methods and credentials, as a browser on this machine. */
export function* everyTrial(
  routes: readonly Route[],
  methods: readonly string[],
  credentials: readonly string[],
): Iterable<Trial> {
  for (const rest of pathsOf(routes))
    for (const spelling of SPELLING_NAMES)
      for (const method of methods)
        yield { spelling, sent: requestOf(spelling, rest, method, LOCAL_HOST), credentials };
}

/** Every path, and every spelling of one of the paths. */
export function* fewTrials(routes: readonly Route[], seed: number): Iterable<Trial> {
  const paths = pathsOf(routes);
  const trial = (spelling: string, rest: string, method: string): Trial => ({
    spelling,
    sent: requestOf(spelling, rest, method, LOCAL_HOST),
    credentials: ['none'],
  });
  for (const rest of paths)
    for (const method of ['GET', 'HEAD', 'POST']) yield trial('canonical', rest, method);
  for (const [index, spelling] of SPELLING_NAMES.entries())
    yield trial(spelling, paths[(index + seed) % paths.length] ?? '', 'GET');
}

/** Each two of path, spelling, method, credential, host and origin together at least once. */
export function* pairwiseTrials(
  routes: readonly Route[],
  methods: readonly string[],
  seed: number,
): Iterable<Trial> {
  const dimensions = [
    pathsOf(routes),
    SPELLING_NAMES,
    methods,
    Object.keys(CREDENTIALS),
    HOSTS,
    Object.keys(ORIGINS),
  ];
  const sizes = dimensions.map(({ length }) => length);
  for (const row of pairwise(sizes, seededRandom(seed))) {
    const [rest = '', spelling = '', method = '', credential = '', host = '', origin = ''] = row.map(
      (index, dimension) => dimensions[dimension]?.[index],
    );
    const sent = requestOf(spelling, rest, method, host, ORIGINS[origin]);
    yield { spelling, sent, credentials: [credential] };
  }
}

function pathsOf(routes: readonly Route[]): readonly string[] {
  return [...new Set(routes.map((route) => route.rest))];
}

function requestOf(
  spelling: string,
  rest: string,
  method: string,
  host: string,
  headers: Headers = {},
): Sent {
  return {
    method,
    target: spell(spelling, { base: BASE, rest }),
    host,
    headers,
    body: /^(?:POST|PUT|PATCH)$/.test(method) ? WRONG_LOGIN : '',
  };
}
