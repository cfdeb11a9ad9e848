export type { Gatebook, GatebookOptions } from './book.ts';
export type { ClientClass, DetailState, Entry, Kind } from './profile/entry.ts';
export { type ErrorCode, GatebookError } from './profile/gatebook-error.ts';
export type { Detail, Exception, Header, Profile } from './profile/profile.ts';
export { formatTime, type Micros } from './profile/time.ts';
export { createTokens, type Seq, type Token, type TokenKey, type Tokens } from './profile/token.ts';
