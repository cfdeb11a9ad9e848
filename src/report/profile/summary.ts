import { countText } from '../../format/count-text.ts';
import { cutText } from '../../format/cut-text.ts';
import { isFrame, isLibraryFrame } from '../../format/stack-frames.ts';
import { formatDuration } from '../../format/units.ts';
import { oneLine, visibleText } from '../../format/visible-text.ts';
import { loudnessOf } from '../../profile/log-level.ts';
import { type Exception, hasFailed, type LogLine, type Profile, type Span } from '../../profile/profile.ts';
import { isOutgoing } from './panel-facts.ts';
import { queryGroups } from './query-groups.ts';
import { isNPlusOne, totalText } from './query-texts.ts';

const MAX_MESSAGE_LENGTH = 200;
const MAX_STATEMENT_LENGTH = 160;
const MAX_QUERIES = 5;
const MAX_CALLS = 5;
/** In microseconds. */
const MIN_WAIT = 1000;
const MAX_LOGS = 5;
const MAX_FIELDS_LENGTH = 200;

/** Identical queries, in words. */
export interface BriefQuery {
  readonly time: string;
  readonly count: number;
  readonly statement: string;
  /** `failed`, `2 failed`, or empty. */
  readonly failure: string;
  /** Whether one line of the app seems to repeat it. */
  readonly isRepeated: boolean;
  /** `waited 3 ms for a connection`, if it waited longer than it ran; otherwise empty. */
  readonly wait: string;
  /** The line of the app that made most of the calls; empty if it is not known. */
  readonly caller: string;
}

/** The groups with the longest total. `more` says whether there are others. */
export function slowestQueries({ detail }: Profile): { queries: readonly BriefQuery[]; more: boolean } {
  const groups = queryGroups(detail?.spans ?? []);
  const queries = groups.slice(0, MAX_QUERIES).map((group) => {
    const { count, failed, statement, callers, total, waited } = group;
    const isLongWait = waited >= MIN_WAIT && waited > total;
    return {
      time: totalText(group),
      count,
      statement: oneLine(statement, MAX_STATEMENT_LENGTH),
      failure: failed === 0 ? '' : failed === count ? 'failed' : `${failed} failed`,
      isRepeated: isNPlusOne(group),
      wait: isLongWait ? `waited ${formatDuration(waited)} for a connection` : '',
      caller: visibleText(callers[0]?.text ?? ''),
    };
  });
  return { queries, more: groups.length > MAX_QUERIES };
}

/** The outgoing requests that failed, then the slowest, in the order they were sent, with their heading. */
export function tellingCalls({ detail }: Profile): { title: string; calls: readonly Span[] } {
  const calls = (detail?.spans ?? []).filter(isOutgoing);
  const time = ({ duration }: Span) => duration ?? Number.POSITIVE_INFINITY;
  const chosen = calls
    .toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)) || time(b) - time(a))
    .slice(0, MAX_CALLS);
  const count = `${MAX_CALLS} of ${countText(calls.length)} outgoing requests`;
  return {
    title: calls.length <= MAX_CALLS ? 'Outgoing requests' : `${count}: failed and slow ones first`,
    calls: calls.filter((call) => chosen.includes(call)),
  };
}

/** Errors and warnings, then the last log lines, in order of time, with their heading. */
export function tellingLogs({ detail }: Profile): { title: string; lines: readonly LogLine[] } {
  const { logs = [], exception = null } = detail ?? {};
  const loud = logs.filter(({ level }) => loudnessOf(level) !== null).slice(-MAX_LOGS);
  const others = logs.filter((line) => !loud.includes(line));
  const chosen = new Set([...loud, ...others.slice(Math.max(0, others.length + loud.length - MAX_LOGS))]);
  const isEnd = logs.slice(-MAX_LOGS).every((line) => chosen.has(line));
  const count = `${MAX_LOGS} of ${countText(logs.length)} log lines`;
  return {
    title: logs.length <= MAX_LOGS ? 'Logs' : isEnd ? `Last ${count}` : `${count}: errors and warnings first`,
    lines: logs.filter((line) => chosen.has(line)).map((line) => briefLine(line, exception)),
  };
}

/** A log line without the fields that the profile shows elsewhere: loggers of requests add the request to each line. */
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

export function causeChain(exception: Exception | null): { name: string; message: string }[] {
  if (!exception) return [];
  const { name, message, cause } = exception;
  return [{ name: visibleText(name), message: oneLine(message, MAX_MESSAGE_LENGTH) }, ...causeChain(cause)];
}

/** The line of the app that threw an exception, or a cause of it: `at charge (/app/src/pay.ts:41:7)`. Empty if none is known. */
export function thrownAt(exception: Exception | null): string {
  if (!exception) return '';
  const frame = exception.stack.split('\n').find((line) => isFrame(line) && !isLibraryFrame(line));
  return frame === undefined ? thrownAt(exception.cause) : visibleText(frame.trim());
}
