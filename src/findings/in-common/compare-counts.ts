import type { Micros } from '../../profile/time.ts';
import type { Deadline } from '../../report/deadline.ts';
import type { Term } from '../../search/criteria.ts';
import { parseQueryText } from '../../search/query-text.ts';
import type { Store } from '../../store/store.ts';
import type { FacetValue, Survey } from '../../store/survey.ts';
import { type ComparedField, type ComparedTrait, type Trait, valueTrait } from './trait.ts';

/** What was asked about, and all requests that it is a part of. */
export interface Sides {
  readonly selection: readonly Term[];
  readonly base: readonly Term[];
  readonly selected: Survey;
  readonly all: Survey;
}

/** Values that fewer of the selection have are not counted in the rest: they would not be listed. */
const MIN_SHARE = 0.15;
/** Values that are counted by a search of their own, those of most of the selection first. */
const MAX_COUNTED = 16;

interface Value {
  readonly field: ComparedField;
  readonly trait: Trait;
  readonly count: number;
}

/** The frequent values of the selection, and how many of the rest have each. `tested` is the number of values it was chosen from. */
export async function compareCounts(
  book: Store,
  sides: Sides,
  fields: readonly ComparedField[],
  deadline: Deadline,
): Promise<{ readonly traits: readonly ComparedTrait[]; readonly tested: number }> {
  const { selected } = sides;
  const values = fields.flatMap((field) =>
    selected.facets[field].flatMap(({ value, count }): Value[] => {
      const trait = valueTrait(field, value);
      return trait ? [{ field, trait, count }] : [];
    }),
  );
  const traits: ComparedTrait[] = [];
  let counted = 0;
  for (const value of values.toSorted((a, b) => b.count - a.count)) {
    if (value.count < MIN_SHARE * countedOf(selected, value.field)) continue;
    const known = knownCounts(sides, value);
    if (!known && (counted++ >= MAX_COUNTED || deadline.isOver)) continue;
    const counts = known ?? (await countTraits(book, sides, [value.trait], deadline));
    if (counts) traits.push({ trait: value.trait, ...counts });
  }
  return { traits, tested: values.length };
}

/** Users and tags of a large book are counted in the newest requests only. */
function countedOf({ matches, labelled }: Survey, field: ComparedField): number {
  return field === 'user' || field === 'tag' ? Math.min(matches, labelled ?? matches) : matches;
}

/** Without a search: a facet lists the most frequent values of all, or all values. */
function knownCounts(
  { selected, all }: Sides,
  { field, trait, count }: Value,
): Omit<ComparedTrait, 'trait'> | null {
  const isPart = [selected, all].some((survey) => countedOf(survey, field) < survey.matches);
  const found = all.facets[field].find(({ value }: FacetValue) => value === trait.name);
  return isPart || !found ? null : sharesOf({ selected, all }, count, found.count);
}

function sharesOf({ selected, all }: Pick<Sides, 'selected' | 'all'>, count: number, countOfAll: number) {
  return {
    selected: { count, of: selected.matches },
    // Requests that were recorded between two counts may be in one of them only.
    rest: { count: Math.max(0, countOfAll - count), of: Math.max(0, all.matches - selected.matches) },
  };
}

/** Counts the requests that have all of these traits; `null` if they can't be searched for, or not in time. */
export async function countTraits(
  book: Store,
  { selection, base, selected, all }: Sides,
  traits: readonly Trait[],
  deadline: Deadline,
): Promise<Omit<ComparedTrait, 'trait'> | null> {
  const own: Term[] = [];
  for (const { clause } of traits) {
    if (clause === null) return null;
    own.push(...parseQueryText(clause, { now: 0 as Micros, zone: 'UTC' }).terms);
  }
  const options = deadline.options();
  const [ofSelection, ofAll] = await Promise.all(
    [selection, base].map((terms) => book.count([...terms, ...own], all.matches + 1, options)),
  );
  if (!ofSelection || !ofAll || ofSelection.capped || ofAll.capped) return null;
  return sharesOf({ selected, all }, ofSelection.matches, ofAll.matches);
}
