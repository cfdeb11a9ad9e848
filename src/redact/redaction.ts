import { tryOr } from '../errors.ts';
import { memoize } from '../lru.ts';
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
import { isUnchanged, remember } from './remember.ts';
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
  return typeof text === 'string' ? tryOr(redacted, redact) : redacted;
}

/** How many texts are remembered (at most twice as many), and their maximum length: a few megabytes in all. */
const TEXTS = { capacity: 4096 };
const STATEMENTS = { capacity: 512, maxLength: 1024 };
/** Kinds of databases. */
const SYSTEMS = { capacity: 2 };
/** `LIMIT 100`, `stock > 0`: no secret is a number of one or two digits. */
const PLAIN_NUMBER = /(?<=\b(?:limit|offset) )\d{1,6}(?![\w.])|(?<![\w.$@:?])\d{1,2}(?![\w.])/gi;

/** Remembers texts without secrets, because an app repeats its URLs, statements and messages. */
export function rememberTexts(redaction: Redaction): Redaction {
  const statementsOf = memoize(
    (system) => remember((sql) => redaction.statement(sql, system), hasNoValues, STATEMENTS),
    SYSTEMS,
  );
  return {
    ...redaction,
    text: remember(redaction.text, isUnchanged, TEXTS),
    url: remember(redaction.url, isUnchanged, TEXTS),
    statement: (sql, system) => statementsOf(system)(sql),
  };
}

/** Whether the only values of a statement are numbers too short to be secrets. */
function hasNoValues(sql: string, fingerprint: string): boolean {
  return sql === fingerprint || sql.replace(PLAIN_NUMBER, '?') === fingerprint;
}
