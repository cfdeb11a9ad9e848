export { type ErrorCode, GatebookError } from './errors.ts';
export type { Gatebook, GatebookOptions } from './gatebook.ts';
export type { ClientClass, DetailState, Entry, Kind } from './profile/entry.ts';
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
export { log, measure, note, report, subrequest, tag } from './record/instrumentation/app.ts';
export type { InstrumentationName } from './record/instrumentation/built-in.ts';
