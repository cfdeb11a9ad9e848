import type { Entry } from '../profile/entry.ts';
import type { Tokens } from '../profile/token.ts';
import type { Term } from '../search/criteria.ts';
import { matches } from '../search/matches.ts';
import { groupNameOf } from './group-name.ts';
import { GroupTally, noGroups } from './group-tally.ts';
import { type GroupBy, type Groups, groupBins, groupedTerms } from './groups.ts';
import { countedRange } from './survey-entries.ts';

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
  const tally = new GroupTally(groupBins(range, terms, by));
  const counted = groupedTerms(terms);
  for (const entry of entries) if (matches(entry, counted, seqOf)) addToGroup(tally, entry, by);
  return tally.groups(limit, null);
}

export function addToGroup(tally: GroupTally, entry: Entry, by: GroupBy): void {
  tally.addRequest(by === 'time' ? tally.nameOfTime(entry.time) : groupNameOf(entry, by), entry);
}
