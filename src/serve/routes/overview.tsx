import { recordedBy } from '../../findings/dropping.ts';
import { readFindings } from '../../findings/findings.ts';
import { inCommon } from '../../findings/in-common/in-common.ts';
import { splitTerms } from '../../findings/in-common/split-terms.ts';
import { readLoopDelay } from '../../findings/loop-delay.ts';
import { DAY } from '../../profile/time.ts';
import { createDeadline } from '../../report/deadline.ts';
import { type Overview, readOverview } from '../../report/groups/overview.ts';
import type { NumberRange, Term } from '../../search/criteria.ts';
import { addClause } from '../../search/edit-query.ts';
import { hasStart, termsWithoutTime, timeTerm, withEnd } from '../../search/time-bounds.ts';
import { groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import { shownRange } from '../../store/survey.ts';
import type { GroupedSearch } from '../pages/grouping-page.tsx';
import { OverviewSection } from '../pages/overview/overview-section.tsx';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** In milliseconds. */
const FIGURES_MS = 2500;
const FINDINGS_MS = 1000;
const LOOP_MS = 150;
const IN_COMMON_MS = 700;

/** The requests of a search at a glance. */
export function addOverview(routes: Routes): void {
  const { base } = routes;
  addGrouping(routes, '/overview', async (search, book, signal) => {
    const terms = withEnd(search.terms);
    const overview = await readOverview(book, terms, createDeadline(FIGURES_MS, signal));
    const { from, step, bins } = overview.survey;
    const range = shownRange({ from, to: from + bins.length * step - 1 }, terms);
    const findings = await findingsOf(routes, book, search, overview, signal).catch(() => null);
    const asksForSome = splitTerms(terms).defining.length > 0;
    const common = asksForSome
      ? await inCommon(book, terms, { deadline: IN_COMMON_MS, signal }).catch(() => null)
      : null;
    const loop = await loopDelays(book, terms, range, overview, signal);
    return (
      <OverviewSection
        overview={overview}
        findings={findings}
        inCommon={common}
        loop={loop}
        range={range}
        search={search}
        base={base}
      />
    );
  });
}

/** What is wrong in the time of the search, or in the last day if it has no start. */
async function findingsOf(
  { allStats }: Routes,
  book: Store,
  { terms, rows, context }: GroupedSearch,
  { routes }: Overview,
  signal: AbortSignal,
) {
  const stats = allStats && (await allStats());
  const processes = stats?.processes.map(recordedBy) ?? [];
  const options = { deadline: FINDINGS_MS, signal, processes };
  if (hasStart(terms)) return readFindings(book, { text: rows.text, terms }, { ...options, routes });
  const lastDay = timeTerm({ from: context.now - DAY });
  return readFindings(book, { text: addClause(rows.text, 'since:1d'), terms: [...terms, lastDay] }, options);
}

/** In the time of the search, and in the one before if that is compared. */
async function loopDelays(
  book: Store,
  terms: readonly Term[],
  range: NumberRange,
  { before, routes }: Overview,
  signal: AbortSignal,
) {
  const read = async (of: NumberRange | null) =>
    of &&
    (await readLoopDelay(
      book,
      groupedTerms(termsWithoutTime(terms)),
      of,
      createDeadline(LOOP_MS, signal),
    ).catch(() => null));
  return { now: await read(range), before: await read(before && routes.before) };
}
