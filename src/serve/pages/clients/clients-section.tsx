import { countOf, countText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { classCounts, clientClass, clientOrder } from '../../../report/groups/client-class.ts';
import { type ClientEvidence, evidenceTexts } from '../../../report/groups/client-evidence.ts';
import { COUNTED_REQUESTS, type PathCount } from '../../../report/groups/client-paths.ts';
import { OLDEST_FIRST } from '../../../search/criteria.ts';
import { percentileOf } from '../../../store/durations.ts';
import { type Group, type Groups, MAX_GROUPS } from '../../../store/groups.ts';
import { OptionalLink, TimeText } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { type FoundRequests, ListedRequests } from '../listed-requests.tsx';
import { CountedTo } from '../search/survey-section.tsx';
import { Sparkline } from '../sparkline.tsx';
import { FigureLink, OrderHeading } from '../table-cells.tsx';
import { ClientName, FIELDS } from './client-name.tsx';
import { GotThrough } from './got-through.tsx';
import { GroupedBy, NoClients } from './grouped-by.tsx';

interface ClientsSectionProps {
  readonly by: 'client' | 'user';
  readonly groups: Groups;
  /** The groups in the order of the table. */
  readonly clients: readonly Group[];
  /** Distinct paths of the clients that were counted. */
  readonly paths: ReadonlyMap<string, PathCount>;
  /** Of the only client; `null` if there are several, or if it could not be read. */
  readonly evidence: ClientEvidence | null;
  /** The requests of the only client or user; `null` if there are several. */
  readonly visits: FoundRequests | null;
  readonly search: GroupedSearch;
  readonly base: string;
}

/** Longer pauses of a client or user are marked, in µs. */
const GAP = 5 * 60e6;

/** Who made the requests of a search: addresses or users. */
export function ClientsSection(props: ClientsSectionProps) {
  const { by, groups, clients, paths, evidence, visits, search, base } = props;
  const { searchedTo, others } = groups;
  const { here, context } = search;
  const [first] = groups.groups;
  if (first === undefined) return <NoClients by={by} searchedTo={searchedTo} search={search} />;
  const requests = groups.groups.reduce((sum, group) => sum + group.requests, others.requests);
  const more = searchedTo === null ? '' : '+';
  return (
    <section class="groups-section" aria-labelledby="groups-title">
      <header class="grouped-by">
        <h2 id="groups-title">
          {countOf(groups.groups.length + others.values, by, more)}, {countOf(requests, 'request', more)}
        </h2>
        <GroupedBy by={by} here={here} />
      </header>
      {searchedTo !== null && <CountedTo time={searchedTo} search={here} zone={context.zone} />}
      {by === 'client' && <GotThrough groups={groups} search={search} base={base} />}
      {evidence && (
        <ul class="evidence">
          {evidenceTexts(evidence, first).map((text) => (
            <li>{text}</li>
          ))}
        </ul>
      )}
      <ClientTable {...{ by, groups, clients, paths, search }} isOne={evidence !== null} />
      <Others by={by} groups={groups} search={search} />
      {visits && (
        <ListedRequests
          title="Requests, oldest first"
          found={visits}
          text={search.rows.text}
          all="All requests"
          search={search}
          base={base}
          order={OLDEST_FIRST}
          gap={GAP}
        />
      )}
    </section>
  );
}

interface ClientTableProps extends Omit<ClientsSectionProps, 'evidence' | 'visits' | 'base'> {
  /** Whether the search asks for one client, so that the table does not open it. */
  readonly isOne: boolean;
}

function ClientTable(props: ClientTableProps) {
  const { by, clients, isOne, search } = props;
  const order = clientOrder(search.order);
  const heading = { order, here: search.here };
  return (
    <table class="groups clients">
      <thead>
        <tr>
          <th scope="col">{by === 'user' ? 'User' : 'Client'}</th>
          <th scope="col">Class</th>
          <OrderHeading {...heading} name="requests" label="Requests" isDefault />
          <OrderHeading {...heading} name="errors" label="4xx and 5xx" columns={2} />
          {!isOne && (
            <th
              scope="col"
              class="figure"
              title={`Distinct paths in the latest ${COUNTED_REQUESTS} requests of the ${by}`}
            >
              Paths
            </th>
          )}
          <th scope="col" class="figure" title="95 % of its requests were faster">
            p95
          </th>
          <th scope="col">First seen</th>
          <OrderHeading {...heading} name="last" label="Last seen" isText />
          <th scope="col">Over time</th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <ClientRow {...props} client={client} />
        ))}
      </tbody>
    </table>
  );
}

function ClientRow({
  client,
  by,
  groups,
  paths,
  isOne,
  search,
}: ClientTableProps & { readonly client: Group }) {
  const { here, rows, context } = search;
  const { value, requests, clientErrors, serverErrors, durations, first, last, bins } = client;
  const { zone } = context;
  const name = clientClass(client);
  const p95 = percentileOf(durations, 0.95);
  const of = (filters: Readonly<Record<string, string>> = {}) =>
    rows.addFilters({ [FIELDS[by]]: value, ...filters, kind: 'main' });
  const ofClass = here.setFilter('client', name);
  return (
    <tr>
      <th scope="row" class="name">
        <ClientName value={value} by={by} search={search} />
      </th>
      <td class={name === 'scanner' ? 'class scanner' : 'class'} title={`Requests: ${classCounts(client)}`}>
        <OptionalLink href={ofClass}>{name}</OptionalLink>
      </td>
      <FigureLink label="Requests" count={requests} href={of()} />
      <FigureLink label="4xx" count={clientErrors} href={of({ status: '4xx' })} kind="s4" />
      <FigureLink label="5xx" count={serverErrors} href={of({ status: '5xx' })} kind="s5" />
      {!isOne && <PathsCell count={paths.get(value)} />}
      <td class="figure" data-label="p95">
        {p95 === null ? '' : formatDuration(p95)}
      </td>
      <td data-label="First">
        <TimeText time={first} zone={zone} />
      </td>
      <td data-label="Last">
        <TimeText time={last} zone={zone} />
      </td>
      <td class="plot">
        <Sparkline bins={bins} from={groups.from} step={groups.step} zone={zone} />
      </td>
    </tr>
  );
}

function PathsCell({ count }: { count: PathCount | undefined }) {
  if (count === undefined)
    return (
      <td class="figure" data-label="Paths" title="Not counted in time">
        <span class="none">–</span>
      </td>
    );
  const { paths, requests, isAll } = count;
  return (
    <td class="figure" data-label="Paths" title={isAll ? undefined : `In its latest ${requests} requests`}>
      {countText(paths)}
      {isAll ? '' : '+'}
    </td>
  );
}

/** What the table leaves out, and what its order does not compare. */
function Others({
  by,
  groups: { groups, others },
  search,
}: Pick<ClientsSectionProps, 'by' | 'groups' | 'search'>) {
  if (others.requests === 0) return null;
  const about = groups.length + others.values > MAX_GROUPS ? 'about ' : '';
  return (
    <p class="others">
      and {about}
      {countOf(others.values, `other ${by}`)} with {countOf(others.requests, 'request')}
      {clientOrder(search.order) !== 'requests' &&
        `. Only the ${groups.length} ${by}s with the most requests are listed and sorted`}
      .
    </p>
  );
}
