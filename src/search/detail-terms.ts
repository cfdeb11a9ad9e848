import type { Detail } from '../profile/profile.ts';
import { isQuery } from '../profile/query-time.ts';
import { matchesPattern, type Pattern } from './pattern.ts';

/** The fields that are in the detail of a profile, not in its entry. No engine has an index for them. */
export const DETAIL_FIELDS = ['note', 'log', 'query'] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

/** One condition on a detail: one of its texts matches any of the patterns or, with `not`, none of them do. */
export interface DetailTerm {
  readonly field: DetailField;
  readonly not: boolean;
  readonly any: readonly Pattern[];
}

export function isDetailTerm(term: { readonly field: string }): term is DetailTerm {
  return DETAIL_FIELDS.some((field) => field === term.field);
}

export function matchesDetail(detail: Detail, terms: readonly DetailTerm[]): boolean {
  return terms.every(({ field, not, any }) => {
    const found = textsOf(detail, field).some((text) => any.some((pattern) => matchesPattern(pattern, text)));
    return found !== not;
  });
}

function textsOf({ notes = [], logs = [], spans = [] }: Detail, field: DetailField): string[] {
  switch (field) {
    case 'note':
      return notes.flatMap(({ key, value }) => [value, `${key}=${value}`]);
    case 'log':
      return logs.flatMap(({ text, fields }) => (fields === undefined ? [text] : [text, fields]));
    case 'query':
      return spans.filter(isQuery).map(({ name }) => name);
  }
}
