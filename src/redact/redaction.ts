import type { Header } from '../profile/profile.ts';
import {
  type BodyKind,
  redactBody,
  redactErrorFields,
  redactErrorText,
  redactField,
  redactLine,
} from './body/body.ts';
import { createRedactHeader } from './headers.ts';
import { parseRedactionOptions, type RedactionOptions } from './options.ts';
import { redactCutWord } from './redact-and-cut.ts';
import { REDACTED, type RedactRules } from './rules.ts';
import { redactStatement } from './sql/statement.ts';
import { redactHost, redactUrl } from './url.ts';

export type { RedactionOptions } from './options.ts';

const REDACTED_JSON = JSON.stringify(REDACTED);

/** Removes secrets from recorded data. Never throws: input that cannot be processed is redacted completely. */
export interface Redaction {
  /** Redacts an absolute URL, a request target or a route. Returns at most 8,192 characters. */
  url(text: string): string;
  /** Redacts a host with an optional port. */
  host(text: string): string;
  header(name: string, value: string): Header;
  /** Redacts free text, such as a log line or an error message. */
  text(text: string): string;
  /** Reduces a SQL statement to its fingerprint. `system` names the database. */
  statement(sql: string, system: string): string;
  /** Redacts a named value, such as a note or a form field. */
  value(key: string, text: string): string;
  /** Redacts the message of an error. */
  errorText(text: string): string;
  /** Redacts the fields of an error. Takes and returns JSON. */
  errorFields(json: string): string;
  /** Redacts the body of a request or response. `isCut` means that its end is missing. */
  body(text: string, kind: BodyKind, isCut: boolean): string;
  /** Whether the ids of users are replaced by a hash. */
  readonly hashesUsers: boolean;
}

/**
 * @param explain gets the reason for each value that `text`, `url` and `body` hide, such as `name: token`
 * @throws a `bad-option` error if an option is invalid
 */
export function createRedaction(options?: RedactionOptions, explain?: (reason: string) => void): Redaction {
  return redactionBy({ ...parseRedactionOptions(options), ...(explain && { explain }) }, options);
}

/** Redacts what was redacted before on another machine, and keeps what is left of it. */
export function createSecondRedaction(options?: RedactionOptions): Redaction {
  return redactionBy({ ...parseRedactionOptions(options), isAgain: true }, options);
}

function redactionBy(rules: RedactRules, options?: RedactionOptions): Redaction {
  const header = createRedactHeader(rules);
  return {
    url: (text) => orRedacted(text, () => redactUrl(text, rules)),
    host: (text) => orRedacted(text, () => redactHost(text, rules)),
    header,
    text: (text) => orRedacted(text, () => redactLine(redactCutWord(text), rules)),
    statement: (sql, system) => orRedacted(sql, () => redactStatement(sql, system, rules)),
    value: (key, text) => orRedacted(text, () => redactField(key, text, rules)),
    errorText: (text) => orRedacted(text, () => redactErrorText(text, rules)),
    errorFields: (json) => orRedacted(json, () => redactErrorFields(json, rules), REDACTED_JSON),
    body: (text, kind, isCut) => orRedacted(text, () => redactBody(text, kind, isCut, rules)),
    hashesUsers: options?.user === 'hash',
  };
}

/** An app may pass something that is not a string. */
function orRedacted(text: string, redact: () => string, redacted = REDACTED): string {
  try {
    return typeof text === 'string' ? redact() : redacted;
  } catch {
    return redacted;
  }
}
