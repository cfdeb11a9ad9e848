import { countOf } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { sumFigures } from '../../../report/groups/group-bins.ts';
import type { ReleaseStart } from '../../../report/groups/release-starts.ts';
import type { RepeatedQueries } from '../../../report/groups/repeated-queries.ts';
import {
  CHANGE_ORDER,
  type RouteGroups,
  routeOrder,
  sortRoutes,
  worsenedText,
} from '../../../report/groups/route-groups.ts';
import { addClause } from '../../../search/edit-query.ts';
import { withAge, withoutTime } from '../../../search/time-range.ts';
import { sinceText, untilText } from '../../../search/time-range-text.ts';
import { OptionalLink, TimeText } from '../entry-values.tsx';
import { EmptyGroups, type GroupedSearch } from '../grouping-page.tsx';
import { CountedTo } from '../search/survey-section.tsx';
import { RoutesTable } from './routes-table.tsx';

interface RoutesSectionProps {
  readonly routes: RouteGroups;
  /** Releases that began in the time of the search. */
  readonly releases: readonly ReleaseStart[];
  readonly repeated: RepeatedQueries;
  readonly search: GroupedSearch;
  readonly base: string;
}

/** Rows of the table. All other routes share the last one. */
const SHOWN = 100;

/** The requests of a search by route. */
export function RoutesSection({ routes, releases, repeated, search, base }: RoutesSectionProps) {
  const { groups, others, searchedTo } = routes;
  const { here, context } = search;
  if (groups.length === 0) return <EmptyGroups search={search} searchedTo={searchedTo} />;
  const all = sumFigures(groups, others);
  const more = searchedTo === null ? '' : '+';
  const sorted = sortRoutes(groups, routeOrder(search.order));
  return (
    <section class="groups-section" aria-labelledby="groups-title">
      <h2 id="groups-title">
        {countOf(all.values, 'route', more)}, {countOf(all.requests, 'request', more)}
      </h2>
      {searchedTo !== null && <CountedTo time={searchedTo} search={here} zone={context.zone} />}
      {searchedTo === null && <ComparedWith routes={routes} search={search} />}
      {releases.length > 0 && <Releases releases={releases} search={search} />}
      <RoutesTable
        routes={sorted.slice(0, SHOWN)}
        others={sumFigures(sorted.slice(SHOWN), others)}
        total={all.duration}
        releases={releases}
        repeated={repeated}
        bins={routes}
        search={search}
        base={base}
      />
    </section>
  );
}

function Releases({ releases, search: { rows, context } }: Pick<RoutesSectionProps, 'releases' | 'search'>) {
  return (
    <p class="compared">
      {releases.map(({ release, time }) => {
        const href = rows.addFilters({ release, kind: 'main' });
        const name = visibleText(release);
        return (
          <>
            Release <OptionalLink href={href}>{name}</OptionalLink> began{' '}
            <TimeText time={time} zone={context.zone} />.{' '}
          </>
        );
      })}
    </p>
  );
}

/** The period that the figures are compared with, or why they are not. */
function ComparedWith({
  routes: { before, groups },
  search: { here, context, order },
}: Pick<RoutesSectionProps, 'routes' | 'search'>) {
  if (before === null) {
    return (
      <p class="compared">
        To compare with the period before, choose a time range, such as the{' '}
        <a href={here.href(withAge(here.text, '24h'))}>last 24 hours</a>.
      </p>
    );
  }
  const { zone } = context;
  const { from, to, state } = before;
  const since = addClause(withoutTime(here.text), `since:${sinceText(from, zone)}`);
  const period = (
    <a href={here.href(addClause(since, `until:${untilText(to, zone)}`))}>
      the {formatDuration(to - from + 1)} before
    </a>
  );
  if (state === 'not counted')
    return <p class="compared">Not compared with {period}, which could not be counted in time.</p>;
  if (state === 'no requests')
    return <p class="compared">Not compared with {period}, which has no matching requests.</p>;
  if (state === 'too short')
    return <p class="compared">Not compared with {period}: the book began inside it.</p>;
  const worsened = worsenedText(groups);
  return (
    <p class="compared">
      Compared with {period}, from <TimeText time={from} zone={zone} /> on.{' '}
      {worsened !== '' && <strong class="worse">▲ {worsened}</strong>}{' '}
      <a href={here.inOrder(order === CHANGE_ORDER ? '' : CHANGE_ORDER)}>
        {order === CHANGE_ORDER ? 'By total time' : 'Most changed first'}
      </a>
    </p>
  );
}
