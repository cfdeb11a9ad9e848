import { CUT_MARK } from '../../format/cut-text.ts';
import type { Body } from '../../profile/body.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Detail, Header, LogLine, Profile } from '../../profile/profile.ts';
import type { Redaction } from '../redaction.ts';
import { redactException } from './redact-exception.ts';
import { redactNote, redactSpan } from './redact-span.ts';

const JSON_TYPE = /^[^;]*[/+](?:x-)?(?:nd)?json/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded/i;

/**
 * Redacts a profile that comes from another machine. One that was redacted there with the same options stays as it is. It pauses between
 * texts: those of a hostile profile take half a second.
 */
export function* redactProfile({ entry, detail }: Profile, redaction: Redaction): Generator<void, Profile> {
  const redacted = redactEntry(entry, redaction);
  yield;
  return { entry: redacted, detail: detail && (yield* redactDetail(detail, redaction)) };
}

function redactEntry(entry: Entry, redaction: Redaction): Entry {
  return {
    ...entry,
    method: redaction.text(entry.method),
    url: redaction.url(entry.url),
    host: redaction.host(entry.host),
    route: redaction.url(entry.route),
    operation: redaction.text(entry.operation),
    userAgent: redaction.header('user-agent', entry.userAgent)[1] ?? '',
    error: redaction.text(entry.error),
    errorGroup: redaction.text(entry.errorGroup),
    user: redaction.text(entry.user),
    tags: entry.tags.map(redaction.text),
  };
}

function* redactDetail(detail: Detail, redaction: Redaction): Generator<void, Detail> {
  const { requestHeaders, responseHeaders, logs, spans, notes, requestBody, responseBody, endedBy } = detail;
  const each = <T>(items: readonly T[], redact: (item: T, redaction: Redaction) => T) =>
    redactEach(items, (item) => redact(item, redaction));
  return {
    ...detail,
    requestHeaders: yield* each(requestHeaders, redactHeader),
    responseHeaders: yield* each(responseHeaders, redactHeader),
    exception: detail.exception && redactException(detail.exception, redaction),
    ...(logs && { logs: yield* each(logs, redactLog) }),
    ...(spans && { spans: yield* each(spans, redactSpan) }),
    ...(notes && { notes: yield* each(notes, redactNote) }),
    ...(endedBy !== undefined && { endedBy: redaction.text(endedBy) }),
    ...(requestBody && { requestBody: redactBody(requestBody, redaction) }),
    ...(responseBody && { responseBody: redactBody(responseBody, redaction) }),
  };
}

function* redactEach<T>(items: readonly T[], redact: (item: T) => T): Generator<void, T[]> {
  const redacted: T[] = [];
  for (const item of items) {
    redacted.push(redact(item));
    yield;
  }
  return redacted;
}

function redactLog(line: LogLine, redaction: Redaction): LogLine {
  return {
    ...line,
    level: redaction.text(line.level),
    text: redaction.text(line.text),
    ...(line.fields !== undefined && { fields: redaction.text(line.fields) }),
  };
}

/** A value that is missing was hidden. */
function redactHeader([name, value]: Header, redaction: Redaction): Header {
  return value === null ? [name, null] : redaction.header(name, value);
}

function redactBody(body: Body, redaction: Redaction): Body {
  const { type, text, parts, cut } = body;
  return {
    ...body,
    type: redaction.header('content-type', type)[1] ?? '',
    ...(text !== undefined && { text: redactText(text, type, cut === true, redaction) }),
    ...(parts && {
      parts: parts.map((part) => ({
        ...part,
        name: redaction.text(part.name),
        type: redaction.header('content-type', part.type)[1] ?? '',
      })),
    }),
  };
}

function redactText(text: string, type: string, isCut: boolean, redaction: Redaction): string {
  const kind = JSON_TYPE.test(type) ? 'json' : FORM_TYPE.test(type) ? 'form' : 'text';
  const isMarked = isCut && text.endsWith(CUT_MARK);
  return redaction.body(isMarked ? text.slice(0, -CUT_MARK.length) : text, kind, isCut);
}
