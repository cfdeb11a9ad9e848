import { shareText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { groupQuery } from '../../../report/groups/group-query.ts';
import type { Overview } from '../../../report/groups/overview.ts';
import { errorShare } from '../../../report/groups/route-change.ts';
import { sortRoutes } from '../../../report/groups/route-groups.ts';
import { addClause } from '../../../search/edit-query.ts';
import { percentileOf } from '../../../store/durations.ts';
import { Card } from '../card.tsx';
import { OptionalLink, TimeText } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { ErrorsBefore, P90Before } from '../routes/route-change.tsx';
import { routeLinks } from '../routes/route-links.ts';
import { viewHref } from '../search-links.ts';
import { FigureLink } from '../table-cells.tsx';

/** Short lists of the overview. The other pages have them in full. */

interface ListProps {
  readonly overview: Overview;
  readonly search: GroupedSearch;
  readonly base: string;
}

/** Rows of a list. */
const LISTED = 8;

export function SlowRoutes({ overview: { routes }, search: { rows, context }, base }: ListProps) {
  const { groups, others } = routes;
  const isMixed = others.values > 0 || groups.some(({ isRoute }) => isRoute);
  return (
    <Card
      id="slow-routes"
      title="Routes by total time"
      more={<a href={`${base}/routes${rows.query}`}>All routes</a>}
    >
      {groups.length === 0 ? (
        <p class="empty">No requests.</p>
      ) : (
        <table class="groups">
          <Head names={['Route', 'Requests', '5xx', 'p90', 'Total time']} />
          <tbody>
            {sortRoutes(groups, 'time')
              .slice(0, LISTED)
              .map((route) => {
                const { value, method, requests, durations, duration, before } = route;
                const p90 = percentileOf(durations, 0.9);
                const links = routeLinks(rows, route, isMixed);
                const name = `${visibleText(method)} ${visibleText(value)}`;
                const query = groupQuery(rows.text, route, isMixed);
                const page = query === null ? null : viewHref(`${base}/routes`, query, context.zone);
                return (
                  <tr>
                    <th scope="row" class="name" title={name}>
                      <OptionalLink href={page}>{name}</OptionalLink>
                    </th>
                    <FigureLink label="Requests" count={requests} href={links.all} />
                    <td class="figure" data-label="5xx">
                      {shareText(errorShare(route))} <ErrorsBefore now={route} before={before} />
                    </td>
                    <td class="figure" data-label="p90">
                      {p90 !== null && formatDuration(p90)} <P90Before now={route} before={before} />
                    </td>
                    <td class="figure" data-label="Total">
                      {formatDuration(duration)}
                    </td>
                  </tr>
                );
              })}
          </tbody>
        </table>
      )}
    </Card>
  );
}

export function Scanners({ overview: { scanners }, search: { rows, context }, base }: ListProps) {
  const text = addClause(rows.text, 'client:scanner');
  const all = viewHref(`${base}/clients`, text, context.zone);
  return (
    <Card id="scanners" title="Scanners" more={scanners.groups.length > 0 && <a href={all}>All scanners</a>}>
      {scanners.groups.length === 0 ? (
        <p class="empty">No requests of scanners.</p>
      ) : (
        <table class="groups">
          <Head names={['Client', 'Requests', 'With 2xx', 'Last seen']} />
          <tbody>
            {scanners.groups.map(({ value, requests, servedToScanners, last }) => {
              const filters = { ip: value, client: 'scanner', kind: 'main' };
              const href = rows.addFilters(filters);
              return (
                <tr>
                  <th scope="row" class="name">
                    <OptionalLink href={href}>{visibleText(value)}</OptionalLink>
                  </th>
                  <FigureLink label="Requests" count={requests} href={href} />
                  <FigureLink
                    label="2xx"
                    count={servedToScanners}
                    href={rows.addFilters({ ...filters, status: '2xx' })}
                    kind="s5"
                  />
                  <td data-label="Last">
                    <TimeText time={last} zone={context.zone} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** The first column has names, the others figures. */
function Head({ names: [first, ...others] }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {others.map((name) => (
          <th scope="col" class={name.endsWith('seen') ? undefined : 'figure'}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
