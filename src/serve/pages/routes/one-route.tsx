import type { SlowerRoute } from '../../../findings/finding.ts';
import type { InCommon } from '../../../findings/in-common/in-common.ts';
import { findingText } from '../../../findings/text/finding-text.ts';
import { countText, shareText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { oneLine } from '../../../format/visible-text.ts';
import type { TimeBins } from '../../../report/groups/group-bins.ts';
import type { ReleaseStart } from '../../../report/groups/release-starts.ts';
import type { RepeatedQuery } from '../../../report/groups/repeated-queries.ts';
import { errorShare, failsMore, isSlower } from '../../../report/groups/route-change.ts';
import type { RouteGroup } from '../../../report/groups/route-groups.ts';
import { addClause } from '../../../search/edit-query.ts';
import { percentileOf } from '../../../store/durations.ts';
import { Card, Tile } from '../card.tsx';
import { OptionalLink } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { InCommonCard } from '../in-common.tsx';
import { type FoundRequests, ListedRequests } from '../listed-requests.tsx';
import { PercentilesPlot } from './percentiles-plot.tsx';
import { ErrorsBefore, P90Before, RequestsBefore } from './route-change.tsx';
import { routeLinks } from './route-links.ts';
import { RepeatedTag } from './routes-table.tsx';

/** What is read of one route. */
export interface RouteDetail {
  readonly durations: TimeBins;
  /** Releases that began in the time of the search. */
  readonly releases: readonly ReleaseStart[];
  /** Set if it became slower. */
  readonly slower: SlowerRoute | null;
  readonly repeated: RepeatedQuery | undefined;
  /** What its failures or its slow requests have in common, and the query that finds these. */
  readonly asked: { readonly query: string; readonly which: string; readonly inCommon: InCommon } | null;
  readonly listed: FoundRequests | null;
}

interface OneRouteProps {
  readonly route: RouteGroup;
  readonly detail: RouteDetail;
  readonly search: GroupedSearch;
  readonly base: string;
}

const MAX_LENGTH = 400;

/** One route: how it changed and why, how long it takes, and its latest requests. */
export function OneRoute({ route, detail, search, base }: OneRouteProps) {
  const { durations, releases, slower, repeated, asked, listed } = detail;
  const { here, rows, context } = search;
  const { zone } = context;
  return (
    <div class="groups-section one">
      {(slower || repeated) && (
        <ul class="said">
          {slower && (
            <li>
              <span class="tag s4">Slower</span> {oneLine(findingText(slower, zone).evidence, MAX_LENGTH)}
            </li>
          )}
          {repeated && (
            <li>
              <RepeatedTag repeated={repeated} base={base} zone={zone} />{' '}
              {`runs one query ${countText(repeated.times)} times per request: `}
              <code>{oneLine(repeated.statement, MAX_LENGTH)}</code>
            </li>
          )}
        </ul>
      )}
      <RouteTiles route={route} search={search} />
      {asked && (
        <InCommonCard found={asked.inCommon} text={asked.query} which={asked.which} here={here} zone={zone} />
      )}
      <Card id="durations" title="Durations" note="Lines at p50 and p90, a band up to p99">
        <PercentilesPlot durations={durations} releases={releases} here={here} zone={zone} />
      </Card>
      {listed && (
        <ListedRequests
          title="Latest requests"
          found={listed}
          text={addClause(rows.text, 'kind:main')}
          all={`Show all ${countText(route.requests)}`}
          search={search}
          base={base}
        />
      )}
    </div>
  );
}

function RouteTiles({ route, search: { rows } }: Pick<OneRouteProps, 'route' | 'search'>) {
  const { requests, durations, duration, queries, before } = route;
  const links = routeLinks(rows, route, false);
  const change = { now: route, before };
  return (
    <div class="tiles">
      <Tile
        id="requests"
        label="Requests"
        figure={<OptionalLink href={links.all}>{countText(requests)}</OptionalLink>}
        note={<RequestsBefore {...change} />}
      />
      <Tile
        id="failed"
        label="Failed (5xx)"
        figure={
          <OptionalLink href={route.serverErrors > 0 ? links.only('status', '5xx') : null}>
            {shareText(errorShare(route))}
          </OptionalLink>
        }
        note={<ErrorsBefore {...change} />}
        isBad={before !== null && failsMore(route, before)}
      />
      <Tile
        id="p90"
        label="p90 duration"
        figure={
          <OptionalLink href={links.slowest}>
            {formatDuration(percentileOf(durations, 0.9) ?? 0)}
          </OptionalLink>
        }
        note={<P90Before {...change} />}
        isBad={before !== null && isSlower(route, before)}
      />
      <Tile
        id="total"
        label="Total time"
        figure={formatDuration(duration)}
        note={queries > 0 && `${countText(queries)} queries`}
      />
    </div>
  );
}
