export { type ErrorCode, GatebookError } from './errors.ts';
export type { Gatebook, GatebookStats } from './gatebook.ts';
export type { BudgetOptions, DetailOptions, Duration, KeepOptions, Size } from './option-limits.ts';
export type { ClientOptions, GatebookOptions } from './options.ts';
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
