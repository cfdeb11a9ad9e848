import { claimedOperator } from '../../clients/crawler-operators.ts';
import { describeEvidence, type Evidence, type Reasons } from '../../clients/evidence.ts';
import { hashPath } from '../../clients/hashes.ts';
import { countsAsMissing } from '../../clients/missing-paths.ts';
import { type Probe, probeIn } from '../../clients/probe.ts';
import { namesScanner } from '../../clients/user-agent.ts';
import { countOf } from '../../format/count-text.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Term } from '../../search/criteria.ts';
import { targetOf } from '../../search/pattern.ts';
import { type Group, groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import { classCounts } from './client-class.ts';

/** The behaviour of a client in its recorded requests. */
export interface ClientEvidence extends Evidence, Required<Reasons> {
  readonly requests: number;
  readonly paths: number;
}

/** How many requests of a client are read for its evidence, and for how many milliseconds. */
const MAX_REQUESTS = 1000;
const EVIDENCE_MS = 1000;

/** The evidence of the requests that match. `null` if it can't be read: the figures are shown without it. */
export async function readEvidence(
  book: Store,
  terms: readonly Term[],
  signal: AbortSignal,
): Promise<ClientEvidence | null> {
  const criteria = { terms: groupedTerms(terms), limit: MAX_REQUESTS, cursor: null };
  const page = await book.search(criteria, { signal, deadline: EVIDENCE_MS }).catch(() => null);
  return page && clientEvidence(page.entries);
}

/** The evidence of one client, in three sentences. */
export function evidenceTexts(evidence: ClientEvidence, client: Group): readonly string[] {
  const isAll = evidence.requests >= client.requests;
  const requests = isAll
    ? countOf(client.requests, 'request')
    : `its latest ${countOf(evidence.requests, 'request')}`;
  return [
    `This client asked for ${countOf(evidence.paths, 'different path')} in ${requests}.`,
    `Evidence: ${describeEvidence(evidence)}.`,
    `Requests by class: ${classCounts(client)}.`,
  ];
}

/** Any number will do: the hashes are compared only with each other. */
const SEED = 1;

/**
 * Reads the evidence from requests. A site that has some software answers requests for it: only a request that failed
 * counts as a probe, unless no site offers what it asked for.
 */
export function clientEvidence(
  requests: readonly Pick<Entry, 'time' | 'method' | 'url' | 'status' | 'client' | 'userAgent'>[],
): ClientEvidence {
  const paths = new Set<string>();
  const probes = new Set<number>();
  const missing = new Set<number>();
  let failed = 0;
  let answered = 0;
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  let impostorOf: string | null = null;
  for (const { time, method, url, status, client, userAgent } of requests) {
    const { path, query } = pathAndQuery(url);
    paths.add(path);
    const probe = probeIn(method, path, query);
    if (isProbe(probe, status)) probes.add(hashPath(path, SEED));
    // A declared crawler is a bot. Only one that is not verified, or that asks for a probe, is unknown.
    if (client === 'unknown' && probe === null) impostorOf ??= claimedOperator(userAgent)?.name ?? null;
    if (countsAsMissing(path, status)) missing.add(hashPath(path, SEED));
    if (status >= 400) failed++;
    else if (status >= 200) answered++;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  const isScanner = requests.some(({ client }) => client === 'scanner');
  const namesItself = isScanner && requests.some(({ userAgent }) => namesScanner(userAgent));
  return {
    requests: requests.length,
    paths: paths.size,
    probes: probes.size,
    missing: missing.size,
    failed,
    answered,
    span: requests.length === 0 ? 0 : last - first,
    impostorOf,
    namesScanner: namesItself,
    isJudgedByOthers: isScanner && !namesItself && probes.size === 0 && missing.size === 0,
  };
}

function isProbe(probe: Probe | null, status: number): boolean {
  if (probe === null) return false;
  return probe.strength === 'certain' || (probe.strength === 'absent' && status >= 400 && status < 500);
}

/** The path of a URL as the client sent it. */
function pathAndQuery(url: string): { readonly path: string; readonly query: string } {
  const [target = ''] = targetOf(url).split('#', 1);
  const end = target.indexOf('?');
  return end < 0
    ? { path: target || '/', query: '' }
    : { path: target.slice(0, end) || '/', query: target.slice(end + 1) };
}
