import { countOf } from '../../format/count-text.ts';
import { addClause } from '../../search/edit-query.ts';
import type { InCommon } from '../in-common/in-common.ts';
import type { CommonLine } from '../in-common/rank-lines.ts';
import type { Trait } from '../in-common/trait.ts';

/** `user erin`, `query select … took longer` */
export function traitText({ subject, name, outcome }: Trait): string {
  return [subject === 'time' ? '' : subject, name, outcome].filter((text) => text !== '').join(' ');
}

/** For other programs. */
export function traitJson({ subject, name, outcome }: Trait): object {
  return { subject, name, outcome };
}

/** `tag beta and release 1.5.0` */
export function lineText({ traits }: CommonLine): string {
  return traits.map(traitText).join(' and ');
}

/** The search with only the requests of a line; `null` if these can't be searched for. */
export function lineQuery(text: string, { traits }: Pick<CommonLine, 'traits'>): string | null {
  let query = text;
  for (const { clause } of traits) {
    if (clause === null) return null;
    query = addClause(query, clause);
  }
  return query;
}

/** `20 requests, compared with 600 others of POST /checkout` */
export function comparedText({ selected, rest, of }: InCommon): string {
  const others = `${countOf(rest, 'other')}${of === null ? '' : ` of ${of.name}`}`;
  return `${countOf(selected, 'request')}, compared with ${others}`;
}

export const NOTHING_IN_COMMON = 'They have nothing in common that the others do not have too.';
