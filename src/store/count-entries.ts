import type { Entry } from '../profile/entry.ts';
import type { Tokens } from '../profile/token.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import { matches } from '../search/matches.ts';
import { overlapOf, timeBounds } from '../search/time-bounds.ts';
import { groupNameOf } from './group-name.ts';
import { GroupTally, noGroups } from './group-tally.ts';
import { type GroupBy, type Groups, groupCounting, groupedTerms } from './groups.ts';
import { createTally, type Survey } from './survey.ts';

/** Surveys a list of entries, in any order. For a store that goes through all its entries, this is `Store.survey`. */
export function surveyEntries(
  entries: readonly Entry[],
  terms: readonly Term[],
  seqOf: Tokens['seqOf'],
): Survey {
  const range = countedRange(entries, terms);
  if (!range) return createTally(0, 0).survey(null);
  const tally = createTally(range.from, range.to, terms);
  for (const entry of entries) if (matches(entry, terms, seqOf)) tally.addEntry(entry);
  return tally.survey(null);
}

/** Groups a list of entries, in any order. For a store that goes through all its entries, this is `Store.groups`. */
export function groupEntries(
  entries: readonly Entry[],
  terms: readonly Term[],
  by: GroupBy,
  limit: number,
  seqOf: Tokens['seqOf'],
): Groups {
  const range = countedRange(entries, terms);
  if (!range) return noGroups();
  const tally = new GroupTally(groupCounting(range, terms, by));
  const counted = groupedTerms(terms, by);
  for (const entry of entries) if (matches(entry, counted, seqOf)) addToGroup(tally, entry, by);
  return tally.groups(limit, null);
}

export function addToGroup(tally: GroupTally, entry: Entry, by: GroupBy): void {
  tally.addRequest(by === 'time' ? tally.nameOfTime(entry.time) : groupNameOf(entry, by), entry);
}

/** The time range of the entries within the limits of the terms; `null` if it is empty. */
export function countedRange(entries: readonly Entry[], terms: readonly Term[]): NumberRange | null {
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const { time } of entries) {
    earliest = Math.min(earliest, time);
    latest = Math.max(latest, time);
  }
  return overlapOf({ from: earliest, to: latest }, timeBounds(terms));
}
