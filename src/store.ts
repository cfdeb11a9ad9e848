// For those who read a book in code, and those who write a store of their own.
export type { Criteria, NumberRange, Term, TermValues } from './search/criteria.ts';
export type { Cursor } from './search/cursor.ts';
export { type ParsedSearch, parseForm } from './search/form.ts';
export { matches } from './search/matches.ts';
export type { Mistake } from './search/mistake.ts';
export { CONFORMANCE, type ConformanceCase } from './store/conformance.ts';
export { type OpenOptions, openStore } from './store/open-store.ts';
export type { Batch, Count, Expired, Lease, Page, QueryOptions, Retention, Store } from './store/store.ts';
export type { Facet, FacetValue, Survey } from './store/survey.ts';
