import { cutText } from '../../format/cut-text.ts';
import { oneLine, visibleText } from '../../format/visible-text.ts';
import type { Exception, LogLine, Profile } from '../../profile/profile.ts';
import { queryGroups } from './query-groups.ts';
import { totalText } from './query-texts.ts';

const MAX_MESSAGE_LENGTH = 200;
const MAX_STATEMENT_LENGTH = 160;
const MAX_QUERIES = 5;
const MAX_LOGS = 5;
const MAX_FIELDS_LENGTH = 200;
const LOUD: ReadonlySet<string> = new Set([
  'warn',
  'warning',
  'error',
  'fatal',
  'critical',
  'crit',
  'alert',
  'emerg',
]);

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

/** The log lines that say most, in order of time, under their heading: errors and warnings first, then the last lines. */
export function tellingLogs({ detail }: Profile): { title: string; lines: readonly LogLine[] } {
  const { logs = [], exception = null } = detail ?? {};
  const loud = logs.filter(({ level }) => LOUD.has(level.toLowerCase())).slice(-MAX_LOGS);
  const others = logs.filter((line) => !loud.includes(line));
  const chosen = new Set([...loud, ...others.slice(Math.max(0, others.length + loud.length - MAX_LOGS))]);
  const isEnd = logs.slice(-MAX_LOGS).every((line) => chosen.has(line));
  const count = `${MAX_LOGS} of ${logs.length.toLocaleString('en')} log lines`;
  return {
    title: logs.length <= MAX_LOGS ? 'Logs' : isEnd ? `Last ${count}` : `${count}: errors and warnings first`,
    lines: logs.filter((line) => chosen.has(line)).map((line) => briefLine(line, exception)),
  };
}

/** A log line with the fields that the profile does not show elsewhere. Loggers of requests add the request to each line. */
function briefLine(line: LogLine, exception: Exception | null): LogLine {
  const { fields, ...rest } = line;
  if (fields === undefined) return line;
  const kept = cutText(ownFields(fields, exception), MAX_FIELDS_LENGTH);
  return kept === '' ? rest : { ...rest, fields: kept };
}

function ownFields(fields: string, exception: Exception | null): string {
  let parsed: Readonly<Record<string, unknown>>;
  try {
    parsed = JSON.parse(fields) as Readonly<Record<string, unknown>>;
  } catch {
    // A line that was cut: what is left of it is mostly the request.
    return '';
  }
  const own = Object.entries(parsed).filter(([name, value]) => !isRepeated(name, value, exception));
  return own.length === 0 ? '' : JSON.stringify(Object.fromEntries(own));
}

/** Whether pino-http or Fastify has written a field that the profile shows: the request, the response, or the exception. */
function isRepeated(name: string, value: unknown, exception: Exception | null): boolean {
  const { url, statusCode, message } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (name === 'req') return url !== undefined;
  if (name === 'res') return statusCode !== undefined;
  if (name === 'err') return exception !== null && message === exception.message;
  return name === 'responseTime';
}

/** An exception and its causes, each in one line. */
export function causeChain(exception: Exception | null): { name: string; message: string }[] {
  if (!exception) return [];
  const { name, message, cause } = exception;
  return [{ name: visibleText(name), message: oneLine(message, MAX_MESSAGE_LENGTH) }, ...causeChain(cause)];
}
