import type { Entry } from '../profile/entry.ts';
import type { Tokens } from '../profile/token.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import { matches } from '../search/matches.ts';
import { createTally, type Survey } from './survey.ts';

/** Surveys a list of entries, in any order. For a store that goes through all its entries, this is `Store.survey`. */
export function surveyEntries(
  entries: readonly Entry[],
  terms: readonly Term[],
  seqOf: Tokens['seqOf'],
): Survey {
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const { time } of entries) {
    earliest = Math.min(earliest, time);
    latest = Math.max(latest, time);
  }
  for (const { field, not, any } of terms) {
    if (field !== 'time' || not) continue;
    const ranges: readonly NumberRange[] = any;
    earliest = Math.max(earliest, Math.min(...ranges.map(({ from }) => from)));
    latest = Math.min(latest, Math.max(...ranges.map(({ to }) => to)));
  }
  if (earliest > latest) return createTally(0, 0).survey(null);
  const tally = createTally(earliest, latest, terms);
  for (const entry of entries) if (matches(entry, terms, seqOf)) tally.addEntry(entry);
  return tally.survey(null);
}
