import type { Child } from 'hono/jsx';
import { countText, shareText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { COUNTED_KINDS, type Overview } from '../../../report/groups/overview.ts';
import { errorShare } from '../../../report/groups/route-change.ts';
import { sortRoutes } from '../../../report/groups/route-groups.ts';
import { addClause } from '../../../search/edit-query.ts';
import { percentileOf } from '../../../store/durations.ts';
import type { RecordingStats } from '../../recording-stats.ts';
import { OptionalLink, TimeText } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { ErrorsBefore, P90Before } from '../routes/route-change.tsx';
import { routeLinks } from '../routes/route-links.ts';
import { queryString } from '../search-links.ts';
import { FigureLink } from '../table-cells.tsx';

/** Short lists of the overview. The other pages have them in full. */

interface ListProps {
  readonly overview: Overview;
  readonly search: GroupedSearch;
  readonly base: string;
}

/** Rows of a list. */
const LISTED = 8;

interface PartProps {
  readonly id: string;
  readonly title: string;
  /** A link to more of it. */
  readonly more?: Child;
  readonly children?: Child;
}

export function Part({ id, title, more, children }: PartProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {more && <span class="more">{more}</span>}
      </header>
      {children}
    </section>
  );
}

export function Errors({ overview: { errors }, search: { rows, context } }: ListProps) {
  return (
    <Part id="errors" title="Errors">
      {errors.length === 0 ? (
        <p class="empty">No errors</p>
      ) : (
        <table class="groups errors">
          <Head names={['Error', 'Count', 'Users', 'First seen', 'Last seen']} />
          <tbody>
            {errors.map(({ group, count, users, isAllUsers, first, last }) => {
              const href = rows.addFilters({ error: group, kind: COUNTED_KINDS });
              const name = visibleText(group);
              return (
                <tr>
                  <th scope="row" class="name" title={name}>
                    <OptionalLink href={href}>{name}</OptionalLink>
                  </th>
                  <FigureLink label="Count" count={count} href={href} />
                  {users === 0 ? (
                    <td />
                  ) : (
                    <td class="figure" data-label="Users">
                      {isAllUsers ? '' : 'at least '}
                      {countText(users)}
                    </td>
                  )}
                  <td data-label="First">{first && <TimeText time={first} zone={context.zone} />}</td>
                  <td data-label="Last">{last && <TimeText time={last} zone={context.zone} />}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Part>
  );
}

export function SlowRoutes({ overview: { routes }, search: { rows }, base }: ListProps) {
  const { groups, others } = routes;
  const isMixed = others.values > 0 || groups.some(({ isRoute }) => isRoute);
  return (
    <Part
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
                const links = routeLinks(rows, route, isMixed);
                const name = `${visibleText(method)} ${visibleText(value)}`;
                return (
                  <tr>
                    <th scope="row" class="name" title={name}>
                      <OptionalLink href={links.all}>{name}</OptionalLink>
                    </th>
                    <FigureLink label="Requests" count={requests} href={links.all} />
                    <td class="figure" data-label="5xx">
                      {shareText(errorShare(route))} <ErrorsBefore now={route} before={before} />
                    </td>
                    <td class="figure" data-label="p90">
                      {formatDuration(percentileOf(durations, 0.9) ?? 0)}{' '}
                      <P90Before now={route} before={before} />
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
    </Part>
  );
}

export function Scanners({ overview: { scanners }, search: { rows, context }, base }: ListProps) {
  const text = addClause(rows.text, 'client:scanner');
  const all = `${base}/clients${queryString({ text, limit: '', zone: context.zone })}`;
  return (
    <Part id="scanners" title="Scanners" more={scanners.groups.length > 0 && <a href={all}>All scanners</a>}>
      {scanners.groups.length === 0 ? (
        <p class="empty">No requests of scanners.</p>
      ) : (
        <table class="groups">
          <Head names={['Client', 'Requests', 'Answered with 2xx', 'Last seen']} />
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
    </Part>
  );
}

/** What is missing from the book. */
export function Recording({ recorded, dropped, faults, held }: RecordingStats) {
  return (
    <Part id="recording" title="Recording">
      <p>
        Since this process started, {countText(recorded)} profiles were recorded
        {dropped + faults > 0 ? (
          <strong class="worse">, and {countText(dropped + faults)} are missing from the book</strong>
        ) : (
          ' and none is missing from the book'
        )}
        .{held > 0 && ` ${countText(held)} are waiting to be written.`}
      </p>
    </Part>
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
