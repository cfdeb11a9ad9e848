// gatebook/store: read a book in code, or write your own store.
export type { IpRange } from './net/ip.ts';
export { compareEntries } from './profile/entry.ts';
export { createTokens, newTokenKey, type Seq } from './profile/token.ts';
export {
  asksForStages,
  type Criteria,
  EVERYTHING,
  type Mistake,
  type NumberRange,
  type Term,
  type TermValues,
} from './search/criteria.ts';
export type { Cursor } from './search/cursor.ts';
export { type ParsedSearch, parseForm } from './search/form.ts';
export { matches } from './search/matches.ts';
export type { Pattern } from './search/pattern.ts';
export type { ConformanceCase } from './store/conformance/case.ts';
export { CONFORMANCE } from './store/conformance.ts';
export { groupEntries, surveyEntries } from './store/count-entries.ts';
export { type Durations, percentileOf } from './store/durations.ts';
export type { Group, GroupBy, GroupFigures, GroupName, Groups } from './store/groups.ts';
export { withHashedUsers } from './store/hashed-users.ts';
export { type OpenOptions, openStore } from './store/open-store.ts';
export { toPage, toPartialPage } from './store/page.ts';
export { type Slowest, slowestEntries } from './store/slowest.ts';
export type {
  Batch,
  Count,
  CustomStore,
  Expired,
  Lease,
  Page,
  QueryOptions,
  Refused,
  Retention,
  Store,
} from './store/store.ts';
export { createTally, type Facet, type FacetValue, type Survey, type Tally } from './store/survey.ts';
