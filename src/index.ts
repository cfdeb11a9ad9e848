import { attach } from './attach.ts';
import type { Gatebook } from './gatebook.ts';
import type { GatebookOptions } from './options/options.ts';
import { noServerAdapter } from './record/adapters/node-http.ts';

export { type ErrorCode, GatebookError } from './errors.ts';
export type { Gatebook, GatebookStats } from './gatebook.ts';
export type { Logger } from './logger.ts';
export type {
  BudgetOptions,
  ClientOptions,
  DetailOptions,
  Duration,
  GatebookOptions,
  KeepOptions,
  Size,
} from './options/options.ts';
export type { Body, BodyPart, MissingBodyReason } from './profile/body.ts';
export type { ClientClass, DetailState, Entry, Kind } from './profile/entry.ts';
export type { EntryJson, ProfileJson } from './profile/entry-json.ts';
export type {
  Activity,
  Detail,
  Exception,
  Header,
  LogLine,
  LogSource,
  Note,
  Omitted,
  Phases,
  Profile,
  Span,
  SpanKind,
} from './profile/profile.ts';
export { formatTime, type Micros } from './profile/time.ts';
export { createTokens, type Seq, type Token, type TokenKey, type Tokens } from './profile/token.ts';
export type { BodiesOption, BodyChoice, BodyOptions } from './record/bodies/body-options.ts';
export type { Ignore } from './record/ignore.ts';
export {
  job,
  log,
  measure,
  note,
  report,
  setRoute,
  subrequest,
  tag,
  user,
} from './record/instrumentation/app.ts';
export type { InstrumentationChoice, InstrumentationName } from './record/instrumentation/built-in.ts';
export type {
  Instrumentation,
  InstrumentationContext,
  LogEvent,
  OpenSpan,
  SpanStart,
} from './record/instrumentation/instrumentation.ts';
export type { RedactionOptions } from './redact/options.ts';
export type { Search, SearchOptions, SearchResult } from './search-book.ts';

/**
 * Opens a book in a process without a server, such as a worker of a queue or a scheduled task. It records jobs: those of `job()`
 * and those of BullMQ and node-cron.
 * @example
 * const book = gatebook({ service: 'mailer' });
 * await book.job('send invoices', () => sendInvoices());
 * await book.close();
 */
export function gatebook(options?: GatebookOptions): Gatebook {
  return attach(noServerAdapter, {}, options);
}
