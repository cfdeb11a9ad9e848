import { oneLine, visibleText } from '../../format/visible-text.ts';
import type { Exception, LogLine, Profile } from '../../profile/profile.ts';
import { queryGroups } from './query-groups.ts';
import { totalText } from './query-texts.ts';

const MAX_MESSAGE_LENGTH = 200;
const MAX_STATEMENT_LENGTH = 160;
const MAX_QUERIES = 5;
const MAX_LOGS = 5;

/** Identical queries, in words. */
export interface BriefQuery {
  readonly time: string;
  readonly count: number;
  readonly statement: string;
  /** `failed`, `2 failed`, or empty. */
  readonly failure: string;
  /** The line of the app that made most of the calls; empty if it is not known. */
  readonly caller: string;
}

/** The groups with the longest total. `more` says whether there are others. */
export function slowestQueries({ detail }: Profile): { queries: readonly BriefQuery[]; more: boolean } {
  const groups = queryGroups(detail?.spans ?? []);
  const queries = groups.slice(0, MAX_QUERIES).map((group) => {
    const { count, failed, statement, callers } = group;
    return {
      time: totalText(group),
      count,
      statement: oneLine(statement, MAX_STATEMENT_LENGTH),
      failure: failed === 0 ? '' : failed === count ? 'failed' : `${failed} failed`,
      caller: visibleText(callers[0]?.text ?? ''),
    };
  });
  return { queries, more: groups.length > MAX_QUERIES };
}

/** The last log lines, under their heading. */
export function lastLogs({ detail }: Profile): { title: string; lines: readonly LogLine[] } {
  const { logs = [] } = detail ?? {};
  const title =
    logs.length > MAX_LOGS ? `Last ${MAX_LOGS} of ${logs.length.toLocaleString('en')} log lines` : 'Logs';
  return { title, lines: logs.slice(-MAX_LOGS) };
}

/** An exception and its causes, each in one line. */
export function causeChain(exception: Exception | null): { name: string; message: string }[] {
  if (!exception) return [];
  const { name, message, cause } = exception;
  return [{ name: visibleText(name), message: oneLine(message, MAX_MESSAGE_LENGTH) }, ...causeChain(cause)];
}
