import { createDeadline } from '../../report/deadline.ts';
import type { Term } from '../../search/criteria.ts';
import { timeTerm, withEnd } from '../../search/time-bounds.ts';
import type { Store } from '../../store/store.ts';
import type { Survey } from '../../store/survey.ts';
import { CHANCE, chanceOfMore } from '../chance.ts';
import { compareCounts, type Sides } from './compare-counts.ts';
import { countSampled, type SampledTraits, sampleTraits } from './compare-samples.ts';
import { isLoudLog } from './profile-traits.ts';
import { type CommonLine, differenceOf, rankLines } from './rank-lines.ts';
import { readSamples } from './sample.ts';
import { type ParentRequests, parentOf, splitTerms } from './split-terms.ts';
import { COMPARED, type ComparedField, type ComparedTrait } from './trait.ts';

/** What the requests of a search have in common, and others do not. */
export interface InCommon {
  /** How many requests and jobs were asked about, and how many others they were compared with. */
  readonly selected: number;
  readonly rest: number;
  /** The route or job that nearly all of them belong to: only its other requests were compared. */
  readonly of: ParentRequests | null;
  /** How many of both sides were looked at in detail. */
  readonly sampled: { readonly selected: number; readonly rest: number };
  /** The largest differences first. */
  readonly lines: readonly CommonLine[];
  /** Set if time ran out: only requests since this time were compared. */
  readonly searchedTo: Survey['searchedTo'];
}

interface InCommonOptions {
  /** In milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Fewer requests share much by chance. */
const MIN_SELECTED = 3;
const MIN_REST = 5;
/** Smaller differences are not what made a request fail. */
const MIN_DIFFERENCE = 0.15;
/** The part of the time for each count of all matches: there are up to four. */
const COUNTING = 0.2;

/**
 * Compares the requests that match with the others: those of the same route, if nearly all are of one, or of the same time.
 * The terms on how a request ended, and how long it took, say which are asked about; without such terms, all of them do.
 */
export async function inCommon(
  book: Store,
  terms: readonly Term[],
  { deadline: millis, signal }: InCommonOptions,
): Promise<InCommon> {
  const deadline = createDeadline(millis, signal);
  const { defining, scope } = splitTerms(withEnd(terms));
  const { sides, parent } = await readSides(defining, scope, (of) =>
    book.survey(of, deadline.options(millis * COUNTING)),
  );
  const { selected, all } = sides;
  const searchedTo = all.searchedTo ?? selected.searchedTo;
  const found = {
    selected: selected.matches,
    rest: Math.max(0, all.matches - selected.matches),
    of: parent,
    searchedTo,
  };
  if (found.selected < MIN_SELECTED || found.rest < MIN_REST)
    return { ...found, sampled: { selected: 0, rest: 0 }, lines: [] };
  const fields = comparedFields(defining);
  const counted = await compareCounts(book, sides, fields, deadline);
  const samples = await readSamples(book, sides.selection, sides.base, selected, deadline);
  const sampled = sampleTraits(samples, fields);
  const tested = counted.tested + sampled.traits.size;
  // An error is often logged, which says no more than the error.
  const isOfError = defining.some(({ field }) => field === 'error');
  const traits = [...counted.traits, ...sampledTraits(sampled, fields)].filter(
    (each) =>
      !(isOfError && isLoudLog(each.trait)) &&
      differenceOf(each) >= MIN_DIFFERENCE &&
      chanceOfMore(each.selected, each.rest) * tested < CHANCE,
  );
  return {
    ...found,
    sampled: { selected: samples.selected.length, rest: samples.rest.length },
    lines: await rankLines(traits, { book, sides, sampled, deadline }),
  };
}

/** Counts the selection, then all requests that it is a part of. If time runs out, both are counted from the same time on. */
async function readSides(
  defining: readonly Term[],
  scope: readonly Term[],
  survey: (terms: readonly Term[]) => Promise<Survey>,
): Promise<{ sides: Sides; parent: ParentRequests | null }> {
  const first = await survey([...scope, ...defining]);
  const parent = parentOf(first, scope);
  let base: readonly Term[] = [...scope, ...(parent?.terms ?? []), ...sinceTerms(first)];
  let selected = parent || first.searchedTo !== null ? await survey([...base, ...defining]) : first;
  const all = await survey(base);
  if (all.searchedTo !== null) {
    base = [...base, ...sinceTerms(all)];
    selected = await survey([...base, ...defining]);
  }
  return { sides: { selection: [...base, ...defining], base, selected, all }, parent };
}

function sinceTerms({ searchedTo }: Survey): readonly Term[] {
  return searchedTo === null ? [] : [timeTerm({ from: searchedTo })];
}

/** Without the fields that say which requests were asked about: these differ by definition. */
function comparedFields(defining: readonly Term[]): readonly ComparedField[] {
  const used = new Set<string>(defining.map(({ field }) => field));
  if (used.has('error')) used.add('status');
  return COMPARED.filter((field) => !used.has(field));
}

function sampledTraits(sampled: SampledTraits, fields: readonly ComparedField[]): ComparedTrait[] {
  const counted: ReadonlySet<string> = new Set(fields);
  return [...sampled.traits].flatMap(([key, trait]) =>
    counted.has(trait.subject) ? [] : [{ trait, ...countSampled(sampled, [key]) }],
  );
}
