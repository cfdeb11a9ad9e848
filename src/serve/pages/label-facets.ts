import type { Entry } from '../../profile/entry.ts';
import { asksForStages, type Term } from '../../search/criteria.ts';
import type { Page } from '../../store/store.ts';
import { type FacetValue, mostFrequent } from '../../store/survey.ts';

/** The newest matches, in which users and tags are counted. A book may have too many of them to count all. */
export const LABELLED = 500;

/** The most frequent users and tags of the newest matches. */
export interface LabelFacets {
  readonly user: readonly FacetValue[];
  readonly tag: readonly FacetValue[];
  /** Whether there are more matches than were counted. */
  readonly isPartial: boolean;
}

export function labelFacets({ entries, older }: Page, terms: readonly Term[]): LabelFacets {
  const isCounted = asksForStages(terms) ? () => true : ({ kind }: Entry) => kind !== 'error';
  const counted = entries.filter(isCounted);
  return {
    user: tally(counted.flatMap(({ user }) => (user === '' ? [] : [user]))),
    tag: tally(counted.flatMap(({ tags }) => tags)),
    isPartial: older !== null,
  };
}

function tally(values: readonly string[]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return mostFrequent(counts);
}
