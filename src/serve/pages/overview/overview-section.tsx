import type { Findings } from '../../../findings/findings.ts';
import type { InCommon } from '../../../findings/in-common/in-common.ts';
import type { LoopDelay } from '../../../findings/loop-delay.ts';
import type { Overview } from '../../../report/groups/overview.ts';
import { type HealthChecks, ignoreLine, OWN_PATH } from '../../../report/health-checks.ts';
import type { NumberRange } from '../../../search/criteria.ts';
import { hasStart } from '../../../search/time-bounds.ts';
import { OptionalLink } from '../entry-values.tsx';
import { EmptyGroups, type GroupedSearch } from '../grouping-page.tsx';
import { InCommonCard } from '../in-common.tsx';
import { CountedTo } from '../search/survey-section.tsx';
import type { SearchLinks } from '../search-links.ts';
import { LookFirst, Sentence } from './look-first.tsx';
import { Scanners, SlowRoutes } from './overview-lists.tsx';
import { OverviewTiles } from './overview-tiles.tsx';

interface OverviewSectionProps {
  readonly overview: Overview;
  /** `null` if they could not be read. */
  readonly findings: Findings | null;
  /** What the search has in common; `null` if it does not ask about some requests among others. */
  readonly inCommon: InCommon | null;
  readonly loop: { readonly now: LoopDelay | null; readonly before: LoopDelay | null };
  /** The time of the delays. */
  readonly range: NumberRange;
  readonly search: GroupedSearch;
  readonly base: string;
}

/** The requests of a search at a glance: what is wrong, a few figures, and short lists. */
export function OverviewSection(props: OverviewSectionProps) {
  const { overview, findings, inCommon, loop, range, search, base } = props;
  const { searchedTo, matches } = overview.survey;
  const { here, context } = search;
  if (matches === 0)
    return <EmptyGroups search={search} searchedTo={searchedTo} counted="main requests and jobs" />;
  const list = { overview, search, base };
  return (
    <div class="groups-section overview">
      {searchedTo !== null && <CountedTo time={searchedTo} search={here} zone={context.zone} />}
      {findings && <Sentence findings={findings} isLastDay={!hasStart(search.terms)} />}
      {overview.healthChecks && <ManyHealthChecks checks={overview.healthChecks} here={here} />}
      <OverviewTiles overview={overview} loop={loop} range={range} search={search} />
      {inCommon && <InCommonCard found={inCommon} text={here.text} here={here} zone={context.zone} />}
      {findings && <LookFirst findings={findings} search={search} base={base} />}
      <div class="lists">
        <SlowRoutes {...list} />
        <Scanners {...list} />
      </div>
    </div>
  );
}

/** What to do about health checks that are a large part of the requests. */
function ManyHealthChecks({ checks, here }: { checks: HealthChecks; here: SearchLinks }) {
  const line = ignoreLine(checks);
  return (
    <p class="health-checks">
      Health checks are {checks.percent} % of these requests.{' '}
      <OptionalLink href={here.exclude('client', 'monitor')}>Hide them</OptionalLink>.{' '}
      {line === null ? (
        OWN_PATH
      ) : (
        <>
          Or record none: <code>{line}</code>
        </>
      )}
    </p>
  );
}
