import { countOf, countText } from '../format/count-text.ts';
import { formatDuration } from '../format/units.ts';

/** What a client has done in its window. */
export interface Evidence {
  /** Distinct paths that only scanners ask for; at most 64 are counted. */
  readonly probes: number;
  /** Distinct paths that the site does not have, apart from files of pages and records of an API; at most 64 are counted. */
  readonly missing: number;
  /** Requests that were answered with 4xx or 5xx. */
  readonly failed: number;
  /** Requests that were answered with 2xx or 3xx. */
  readonly answered: number;
  /** From the first to the last of these requests, in microseconds. */
  readonly span: number;
}

/** What else shows what a client is, if it applies. */
export interface Reasons {
  /** The operator of the crawler that the client claims to be, although the address is not the operator's. */
  readonly impostorOf?: string | null;
  /** Whether its user agent gives the name of a scanner. */
  readonly namesScanner?: boolean;
  /** Whether its class comes from requests that are not counted here. */
  readonly isJudgedByOthers?: boolean;
}

/** Evidence in words: `asked for 14 paths that only scanners ask for, 212 failed requests in 4 min, none answered with 2xx or 3xx`. */
export function describeEvidence(evidence: Evidence & Reasons): string {
  const { probes, missing, failed, answered, span, impostorOf, namesScanner, isJudgedByOthers } = evidence;
  const parts: string[] = [];
  if (impostorOf)
    parts.push(
      `says that it is a crawler of ${impostorOf}, but its address does not belong to ${impostorOf}`,
    );
  if (namesScanner) parts.push('gives the name of a scanner as its user agent');
  if (isJudgedByOthers)
    parts.push('judged by other requests, which this search leaves out or which were deleted');
  if (probes > 0) parts.push(`asked for ${countOf(probes, 'path')} that only scanners ask for`);
  if (missing > 0)
    parts.push(`asked for ${countOf(missing, 'path')} that ${missing === 1 ? 'does' : 'do'} not exist`);
  parts.push(`${countOf(failed, 'failed request')} in ${formatDuration(span)}`);
  parts.push(`${answered === 0 ? 'none' : countText(answered)} answered with 2xx or 3xx`);
  return parts.join(', ');
}
