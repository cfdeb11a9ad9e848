import type { Deadline } from '../../report/deadline.ts';
import type { Store } from '../../store/store.ts';
import { CHANCE, chanceOfMore, shareOf } from '../chance.ts';
import { countTraits, type Sides } from './compare-counts.ts';
import { countSampled, marksSame, type SampledTraits } from './compare-samples.ts';
import { COMPARED, type ComparedTrait, type Trait, traitKey } from './trait.ts';

/** Traits that the requests have together. */
export interface CommonLine extends Omit<ComparedTrait, 'trait'> {
  /** One, or two that matter only together. */
  readonly traits: readonly Trait[];
  /** Others that mark the same requests. */
  readonly alike: readonly Trait[];
}

interface Compared {
  readonly book: Store;
  readonly sides: Sides;
  readonly sampled: SampledTraits;
  readonly deadline: Deadline;
}

const MAX_LINES = 6;
/** Lines that are tried in pairs, and how much more a pair must explain than its better half. */
const PAIRED = 3;
const MIN_GAIN = 0.02;
/** Differences within one step are equal: what a reader can do most about comes first. */
const STEPS = 50;
/** These are rather consequences: a failure is often logged, and what takes long uses the processor. */
const WEIGHTS: { readonly [subject in Trait['subject']]?: number } = { log: 0.5, time: 0.8 };
const SUBJECTS: readonly Trait['subject'][] = [...COMPARED, 'header', 'call', 'query', 'span', 'time', 'log'];

export function differenceOf({ selected, rest }: Pick<ComparedTrait, 'selected' | 'rest'>): number {
  return shareOf(selected) - shareOf(rest);
}

/** The largest differences first, at most six. What marks the same requests is one line, and so are two traits that are needed both. */
export async function rankLines(
  traits: readonly ComparedTrait[],
  compared: Compared,
): Promise<readonly CommonLine[]> {
  const single = mergeSame(traits.toSorted(byDifference), compared.sampled);
  const causes = single.filter(({ traits: [trait] }) => trait && !(trait.subject in WEIGHTS));
  const paired = await findPairs(causes.slice(0, PAIRED), compared);
  const inPairs = new Set(paired.flatMap((line) => line.traits));
  const rest = single.filter((line) => !line.traits.some((trait) => inPairs.has(trait)));
  return [...paired, ...rest].slice(0, MAX_LINES);
}

function byDifference(a: ComparedTrait, b: ComparedTrait): number {
  const weight = ({ trait }: ComparedTrait) => WEIGHTS[trait.subject] ?? 1;
  const step = (each: ComparedTrait) => Math.round(differenceOf(each) * weight(each) * STEPS);
  const subject = ({ trait }: ComparedTrait) => SUBJECTS.indexOf(trait.subject);
  return (
    step(b) - step(a) ||
    subject(a) - subject(b) ||
    differenceOf(b) - differenceOf(a) ||
    // The value of a header says more than its name.
    b.trait.name.length - a.trait.name.length
  );
}

function mergeSame(sorted: readonly ComparedTrait[], sampled: SampledTraits): readonly CommonLine[] {
  const lines: { readonly main: ComparedTrait; readonly alike: Trait[] }[] = [];
  for (const each of sorted) {
    const key = traitKey(each.trait);
    const same = lines.find(({ main }) => marksSame(sampled, traitKey(main.trait), key));
    if (lines.some(({ main, alike }) => [main.trait, ...alike].some((whole) => isPartOf(each.trait, whole))))
      continue;
    if (same) same.alike.push(each.trait);
    else lines.push({ main: each, alike: [] });
  }
  return lines.map(({ main: { trait, selected, rest }, alike }) => ({
    traits: [trait],
    alike,
    selected,
    rest,
  }));
}

/** Whether the second trait says the first one too: a header with its value, a call that failed. */
function isPartOf(part: Trait, whole: Trait): boolean {
  if (part.subject !== whole.subject) return false;
  return part.name === whole.name || (part.subject === 'header' && whole.name.startsWith(`${part.name}: `));
}

/** The pair that explains most more than its halves, if there is one. */
async function findPairs(lines: readonly CommonLine[], compared: Compared): Promise<readonly CommonLine[]> {
  let best: CommonLine | null = null;
  for (const [at, a] of lines.entries()) {
    for (const b of lines.slice(at + 1)) {
      const pair = await pairOf(a, b, compared);
      if (pair && (!best || differenceOf(pair) > differenceOf(best))) best = pair;
    }
  }
  return best ? [best] : [];
}

async function pairOf(a: CommonLine, b: CommonLine, compared: Compared): Promise<CommonLine | null> {
  const traits = [...a.traits, ...b.traits];
  if (new Set(traits.map(({ subject }) => subject)).size < traits.length) return null;
  const { book, sides, sampled, deadline } = compared;
  const isField = traits.every(({ subject }) => COMPARED.some((field) => field === subject));
  const count = (of: readonly Trait[]) => countSampled(sampled, of.map(traitKey));
  const exact = isField ? await countTraits(book, sides, traits, deadline) : null;
  const [both, first, second] = exact ? [exact, a, b] : [count(traits), count(a.traits), count(b.traits)];
  const isGain = differenceOf(both) >= Math.max(differenceOf(first), differenceOf(second)) + MIN_GAIN;
  if (!isGain || !isNeeded(both, first) || !isNeeded(both, second)) return null;
  return { traits, alike: [], ...both };
}

type Counts = Pick<ComparedTrait, 'selected' | 'rest'>;

/** Whether, of the requests with one trait, those of the selection have the other one more often. */
function isNeeded(both: Counts, one: Counts): boolean {
  const within = (side: keyof Counts) => ({ count: both[side].count, of: one[side].count });
  return chanceOfMore(within('selected'), within('rest')) < CHANCE;
}
