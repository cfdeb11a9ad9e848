export type { Gatebook, GatebookOptions } from './book.ts';
export type { ClientClass, DetailState, Entry, Kind } from './profile/entry.ts';
export { type ErrorCode, GatebookError } from './profile/gatebook-error.ts';
export type {
  Detail,
  Exception,
  Header,
  LogLine,
  LogSource,
  Note,
  Omitted,
  Phases,
  Profile,
  Seen,
  Span,
  SpanKind,
} from './profile/profile.ts';
export { formatTime, type Micros } from './profile/time.ts';
export { createTokens, type Seq, type Token, type TokenKey, type Tokens } from './profile/token.ts';
export { log, measure, note, report, subrequest, tag } from './record/panels/app.ts';
export type { PanelName } from './record/panels/panels.ts';
