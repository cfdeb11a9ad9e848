import { tryOr } from '../../errors.ts';
import { CUT_MARK } from '../../format/cut-text.ts';
import type { Activity, LogLine } from '../../profile/profile.ts';
import { redactNote, redactSpan } from '../../redact/profile/redact-span.ts';
import type { Redaction } from '../../redact/redaction.ts';

/** Pino's numeric levels. */
const LEVELS: Readonly<Record<string, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** What Nest's ConsoleLogger writes before each message, in all versions: `[Nest] PID  - TIME   LEVEL [CONTEXT] `. */
const PREFIX =
  /^\[[^\]\n]{1,40}\] \d{1,10} {1,4}- [^\n]{1,60}? {1,7}(LOG|ERROR|WARN|DEBUG|VERBOSE|FATAL) (?:\[([^\]\n]{1,200})\] )?/;
/** The time since the line before, which Nest appends. */
const SUFFIX = / \+\d{1,9}ms$/;

/** A cut line of pino, in which the recorder has put the message first. */
const CUT_LINE = /^\{"msg":("(?:[^"\\]|\\.)*"),(.*)$/s;

/** Redacts logs, spans and notes. */
export function redactTrail(activity: Activity, redaction: Redaction): Activity {
  if (!activity.logs && !activity.spans && !activity.notes) return activity;
  const { logs, spans, notes, ...rest } = activity;
  return {
    ...rest,
    ...(logs && { logs: logs.map((line) => redactLine(line, redaction)) }),
    ...(spans && { spans: spans.map((span) => redactSpan(span, redaction)) }),
    ...(notes && { notes: notes.map((note) => redactNote(note, redaction)) }),
  };
}

/** Reads the JSON of a structured logger, or a line of Nest: the message becomes the text, the rest becomes fields. */
function redactLine(line: LogLine, redaction: Redaction): LogLine {
  const { at, source } = line;
  const nest = line.level === '' ? parseNestLine(line.text) : null;
  if (nest) {
    const fields = nest.context === '' ? '' : JSON.stringify({ context: nest.context });
    const text = redaction.text(nest.text);
    return { at, source, level: nest.level, text, ...(fields !== '' && { fields: redaction.text(fields) }) };
  }
  const record = line.text.startsWith('{')
    ? tryOr(null, (): Readonly<Record<string, unknown>> => JSON.parse(line.text))
    : null;
  const [, start = '', cut = ''] = (!record && CUT_LINE.exec(line.text)) || [];
  if (cut.endsWith(CUT_MARK)) {
    const text = redaction.text(JSON.parse(start) as string);
    return { at, source, level: redaction.text(line.level), text, fields: redaction.text(`{${cut}`) };
  }
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

interface NestLine {
  readonly level: string;
  readonly context: string;
  readonly text: string;
}

/**
 * Reads a line of Nest's ConsoleLogger, which writes to stdout and stderr itself. Unlike a patch, this also works for a Nest that is
 * bundled, an ES module, or loaded before Gatebook.
 */
export function parseNestLine(line: string): NestLine | null {
  const found = PREFIX.exec(line);
  if (!found) return null;
  const [prefix, level = '', context = ''] = found;
  return { level: level.toLowerCase(), context, text: line.slice(prefix.length).replace(SUFFIX, '') };
}
