import type { Child } from 'hono/jsx';
import { averageText, countOf, countText, shareText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import type { Micros } from '../../../profile/time.ts';
import type { ReleaseStart } from '../../../report/groups/release-starts.ts';
import type { RepeatedQueries, RepeatedQuery } from '../../../report/groups/repeated-queries.ts';
import { errorShare, isSlower } from '../../../report/groups/route-change.ts';
import { hasWorsened, type RouteGroup, routeOrder } from '../../../report/groups/route-groups.ts';
import { panelHref } from '../../../report/profile/profile-view.ts';
import { percentileOf, timedRequests } from '../../../store/durations.ts';
import type { GroupFigures, Groups } from '../../../store/groups.ts';
import { OptionalLink, TimeText } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { Sparkline } from '../sparkline.tsx';
import { OrderHeading } from '../table-cells.tsx';
import { DURATION_AXIS, DurationPlot } from './duration-plot.tsx';
import { ErrorsBefore, P90Before, RequestsBefore } from './route-change.tsx';
import { type RouteLinks, routeLinks } from './route-links.ts';

interface RoutesTableProps {
  readonly routes: readonly RouteGroup[];
  /** All other routes together. */
  readonly others: Groups['others'];
  /** The bins of the requests over time. */
  readonly bins: Pick<Groups, 'from' | 'step'>;
  /** The duration of all requests, in µs. */
  readonly total: number;
  readonly releases: readonly ReleaseStart[];
  readonly repeated: RepeatedQueries;
  readonly search: GroupedSearch;
  readonly base: string;
}

/** The figures of each route. Each figure links to the requests that it counts. */
export function RoutesTable(props: RoutesTableProps) {
  const { routes, others, bins, total, releases, repeated, search, base } = props;
  const { from, step } = bins;
  const { here, rows, context } = search;
  const isMixed = others.values > 0 || routes.some(({ isRoute }) => isRoute);
  const cells = { from, step, total, zone: context.zone };
  const heading = { order: routeOrder(search.order), here };
  return (
    <table
      class={routes.some(({ before }) => before !== null) ? 'groups routes with-before' : 'groups routes'}
    >
      <thead>
        <tr>
          <th scope="col">Route</th>
          <OrderHeading {...heading} name="requests" label="Requests" />
          <th scope="col">Over time</th>
          <OrderHeading {...heading} name="5xx" label="5xx" />
          <OrderHeading {...heading} name="4xx" label="4xx" />
          <OrderHeading {...heading} name="p50" label="p50" />
          <OrderHeading {...heading} name="p90" label="p90" />
          <OrderHeading {...heading} name="p99" label="p99" />
          <th scope="col" title={DURATION_AXIS}>
            Durations
          </th>
          <OrderHeading {...heading} name="queries" label="Queries" />
          <OrderHeading {...heading} name="time" label="Total time" isDefault />
        </tr>
      </thead>
      <tbody>
        {routes.map((route) => {
          const links = routeLinks(rows, route, isMixed);
          return (
            <tr>
              <th scope="row" class="name">
                <RouteName route={route} links={links} page={routeLinks(here, route, isMixed).all}>
                  <WorseTag route={route} releases={releases} zone={context.zone} />
                  <RepeatedTag repeated={repeated.get(route)} base={base} zone={context.zone} />
                </RouteName>
              </th>
              <FigureCells figures={route} before={route.before} links={links} {...cells} />
            </tr>
          );
        })}
        {others.values > 0 && (
          <tr class="others">
            <th scope="row" class="name">
              {countText(others.values)} other {others.values === 1 ? 'route' : 'routes'}
            </th>
            <FigureCells figures={others} before={null} links={NO_LINKS} {...cells} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

const NO_LINKS: RouteLinks = { all: null, slowest: null, only: () => null };

/** A route that became worse this soon before or after a release began did so with it, in µs. */
const NEAR = 10 * 60e6;

interface RouteNameProps {
  readonly route: RouteGroup;
  readonly links: RouteLinks;
  /** The page of the route; `null` if it can't be searched for. */
  readonly page: string | null;
  /** Its tags. */
  readonly children: Child;
}

function RouteName({ route, links, page, children }: RouteNameProps) {
  const { value, method } = route;
  const name = visibleText(value);
  return (
    <div class="route-line">
      <span class="route" title={name}>
        <OptionalLink href={page}>
          <span class="method">{visibleText(method)}</span> {name}
        </OptionalLink>
      </span>
      {children}
      {links.slowest !== null && (
        <details class="menu by">
          <summary aria-label={`More of ${visibleText(method)} ${name}`} />
          <ul>
            <li>
              <a href={links.slowest}>Slowest requests</a>
            </li>
          </ul>
        </details>
      )}
    </div>
  );
}

interface WorseTagProps extends Pick<RoutesTableProps, 'releases'> {
  readonly route: RouteGroup;
  readonly zone: string;
}

/** That a route became slower or fails more often, and since which release or when. */
function WorseTag({ route, releases, zone }: WorseTagProps) {
  const { before, worseSince } = route;
  if (!hasWorsened(route) || before === null) return null;
  const what = isSlower(route, before) ? 'Slower' : 'Fails more';
  if (worseSince === null) return <span class="tag s4">{what}</span>;
  const start = releases.findLast(({ time }) => Math.abs(time - worseSince) <= NEAR);
  return (
    <span class="tag s4">
      {what} since {start ? visibleText(start.release) : <TimeText time={worseSince} zone={zone} />}
    </span>
  );
}

interface RepeatedTagProps extends Pick<RoutesTableProps, 'base'> {
  readonly repeated: RepeatedQuery | undefined;
  readonly zone: string;
}

/** That most requests of a route repeat a query. Opens the queries of one. */
export function RepeatedTag({ repeated, base, zone }: RepeatedTagProps) {
  if (repeated === undefined) return null;
  const { token, statement, times, requests, read } = repeated;
  const title = `In ${requests} of the latest ${countOf(read, 'request')}, a query is repeated. One ran this ${times} times: ${visibleText(statement)}`;
  return (
    <a class="tag" href={panelHref({ base, zone, query: '' }, token, 'queries')} title={title}>
      N+1
    </a>
  );
}

interface FigureCellsProps {
  readonly figures: GroupFigures;
  readonly before: GroupFigures | null;
  readonly links: RouteLinks;
  readonly from: Micros;
  readonly step: number;
  readonly total: number;
  readonly zone: string;
}

function FigureCells({ figures, before, links, total, ...bins }: FigureCellsProps) {
  const { requests, clientErrors, serverErrors, durations, queries, queryTime, duration } = figures;
  const change = { now: figures, before };
  return (
    <>
      <Cell label="Requests" href={links.all} text={countText(requests)}>
        <RequestsBefore {...change} />
      </Cell>
      <td class="plot">
        <Sparkline bins={figures.bins} {...bins} />
      </td>
      <Cell
        label="5xx"
        kind={serverErrors > 0 ? 's5' : 'none'}
        href={serverErrors > 0 ? links.only('status', '5xx') : null}
        text={shareText(errorShare(figures))}
      >
        <ErrorsBefore {...change} />
      </Cell>
      <Cell
        label="4xx"
        kind={clientErrors > 0 ? 's4' : 'none'}
        href={clientErrors > 0 ? links.only('status', '4xx') : null}
        text={shareText(clientErrors / requests)}
      />
      <Percentile durations={durations} share={0.5} label="p50" links={links} />
      <Percentile durations={durations} share={0.9} label="p90" links={links}>
        <P90Before {...change} />
      </Percentile>
      <Percentile durations={durations} share={0.99} label="p99" links={links} />
      <td class="plot">{timedRequests(durations) > 0 && <DurationPlot durations={durations} />}</td>
      <Cell
        label="Queries"
        kind={queries > 0 ? '' : 'none'}
        href={queries > 0 ? links.only('queries', '>0') : null}
        text={averageText(queries / requests)}
        title="Queries of a request, and the time in them, on average"
      >
        {queries > 0 && <small>{formatDuration(queryTime / requests)}</small>}
      </Cell>
      <Cell
        label="Total"
        href={links.all}
        text={formatDuration(duration)}
        title="The sum of all durations, and its share of the durations of all routes"
      >
        <small>{shareText(total === 0 ? 0 : duration / total)}</small>
      </Cell>
    </>
  );
}

interface PercentileProps extends Pick<GroupFigures, 'durations'> {
  readonly share: number;
  readonly label: string;
  readonly links: RouteLinks;
  readonly children?: Child;
}

const ONLY_MONITORS = 'Only monitors asked for it. Search for client:monitor to see how long they waited.';

/** Links to the requests that took at least as long. */
function Percentile({ durations, share, label, links, children }: PercentileProps) {
  const micros = percentileOf(durations, share);
  if (micros === null) return <Cell label={label} href={null} text="" title={ONLY_MONITORS} />;
  return (
    <Cell
      label={label}
      href={links.only('duration', `>=${Math.floor(micros)}us`)}
      text={formatDuration(micros)}
    >
      {children}
    </Cell>
  );
}

interface CellProps {
  /** Precedes the figure on a phone, where the table has no head. */
  readonly label: string;
  /** The requests behind the figure. */
  readonly href: string | null;
  readonly text: string;
  readonly kind?: string;
  readonly title?: string;
  /** A smaller figure below it. */
  readonly children?: Child;
}

function Cell({ label, href, text, kind = '', title, children }: CellProps) {
  return (
    <td class={kind === '' ? 'figure' : `figure ${kind}`} data-label={label} title={title}>
      {href === null ? <span>{text}</span> : <a href={href}>{text}</a>} {children}
    </td>
  );
}
