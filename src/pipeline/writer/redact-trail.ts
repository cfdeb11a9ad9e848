import type { Activity, LogLine, Span } from '../../profile/profile.ts';
import type { Redaction } from '../../redact/redaction.ts';
import { commandFingerprint, redactStatementError } from '../../redact/sql/statement.ts';
import { parseNestLine } from './nest-line.ts';

/** Pino's numeric levels. */
const LEVELS: Readonly<Record<string, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** Redacts logs, spans and notes. */
export function redactTrail(activity: Activity, redaction: Redaction): Activity {
  if (!activity.logs && !activity.spans && !activity.notes) return activity;
  const { logs, spans, notes, ...rest } = activity;
  return {
    ...rest,
    ...(logs && { logs: logs.map((line) => redactLine(line, redaction)) }),
    ...(spans && { spans: spans.map((span) => redactSpan(span, redaction)) }),
    ...(notes && {
      notes: notes.map(({ key, value }) => ({
        key: redaction.text(key),
        value: redaction.value(key, value),
      })),
    }),
  };
}

/** Parses the JSON of a structured logger, or a line of Nest: the message becomes the text, the rest the fields. */
function redactLine(line: LogLine, redaction: Redaction): LogLine {
  const { at, source } = line;
  const nest = line.level === '' ? parseNestLine(line.text) : null;
  if (nest) {
    const fields = nest.context === '' ? '' : JSON.stringify({ context: nest.context });
    const text = redaction.text(nest.text);
    return { at, source, level: nest.level, text, ...(fields !== '' && { fields: redaction.text(fields) }) };
  }
  const record = line.text.startsWith('{') ? parseObject(line.text) : null;
  if (!record) return { at, source, level: redaction.text(line.level), text: redaction.text(line.text) };
  const {
    level,
    msg,
    message,
    time: _time,
    timestamp: _timestamp,
    pid: _pid,
    hostname: _host,
    ...rest
  } = record;
  const text = msg ?? message ?? '';
  const ownLevel = String(level ?? '');
  const fields = Object.keys(rest).length > 0 ? JSON.stringify(rest) : '';
  return {
    at,
    source,
    level: redaction.text(line.level || (LEVELS[ownLevel] ?? ownLevel)),
    text: redaction.text(typeof text === 'string' ? text : JSON.stringify(text)),
    ...(fields !== '' && { fields: redaction.text(fields) }),
  };
}

function redactSpan(span: Span, redaction: Redaction): Span {
  const { kind, system, database, calledFrom, error } = span;
  const redacted: Writable<Span> = { ...span, name: redactName(span, redaction) };
  if (system !== undefined) redacted.system = redaction.text(system);
  if (database !== undefined) redacted.database = redaction.text(database);
  if (calledFrom !== undefined) redacted.calledFrom = redaction.text(calledFrom);
  if (error !== undefined) redacted.error = redactError(kind, error, redacted.name, redaction);
  return redacted;
}

type Writable<T> = { -readonly [key in keyof T]: T[key] };

function redactError(kind: Span['kind'], error: string, name: string, redaction: Redaction): string {
  return redaction.text(kind === 'sql' ? redactStatementError(error, name) : error);
}

function redactName({ kind, name, system = '' }: Span, redaction: Redaction): string {
  if (kind === 'sql') return redaction.statement(name, system);
  if (kind === 'cache') return redaction.text(commandFingerprint(name));
  if (kind !== 'http') return redaction.text(name);
  const space = name.indexOf(' ');
  return `${redaction.text(name.slice(0, space))} ${redaction.url(name.slice(space + 1))}`;
}

/** The text starts with a brace: what can be parsed is an object. */
function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
