import type { Child } from 'hono/jsx';
import { countOf, countText } from '../../../format/count-text.ts';
import { addClause, filtersOf } from '../../../search/edit-query.ts';
import type { Group, Groups } from '../../../store/groups.ts';
import { blockListLinks } from '../../export/links.ts';
import { isWithout } from '../../hidden-clients.ts';
import { OptionalLink } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { ClientName } from './client-name.tsx';

interface GotThroughProps {
  readonly groups: Groups;
  readonly search: GroupedSearch;
  readonly base: string;
}

/** Scanners that are listed. */
const MAX_LISTED = 5;
/** The responses that got through. */
const SERVED = { client: 'scanner', status: '2xx' } as const;

/** What scanners were served. */
export function GotThrough({ groups: { groups, others }, search, base }: GotThroughProps) {
  const { here, rows } = search;
  if (isWithout(here.text, 'scanner')) return <WithoutScanners search={search} />;
  if (others.clients.scanner === 0 && groups.every(({ clients }) => clients.scanner === 0)) return null;
  const served = groups
    .filter(({ servedToScanners }) => servedToScanners > 0)
    .toSorted((a, b) => b.servedToScanners - a.servedToScanners);
  const listed = served.slice(0, MAX_LISTED);
  const more = served
    .slice(MAX_LISTED)
    .reduce((sum, { servedToScanners }) => sum + servedToScanners, others.servedToScanners);
  if (listed.length === 0 && more === 0) return <NoneServed groups={groups} search={search} base={base} />;
  const all = here.addFilters(SERVED);
  const count = listed.reduce((sum, { servedToScanners }) => sum + servedToScanners, more);
  return (
    <GotThroughCard search={search} base={base}>
      <p>
        <strong>Scanners got {countOf(count, 'response')} with 2xx.</strong> Check{' '}
        {count === 1 ? 'it' : 'them'} for secrets.
      </p>
      <ul>
        {listed.map(({ value, servedToScanners, requests }) => {
          const href = rows.addFilters({ ip: value, ...SERVED, kind: 'main' });
          const text = `${countText(servedToScanners)} of ${countText(requests)} requests`;
          return (
            <li>
              <span class="client">
                <ClientName value={value} search={search} />
              </span>{' '}
              <OptionalLink href={href}>{text}</OptionalLink>
            </li>
          );
        })}
        {more > 0 && (
          <li>
            {countText(more)} {more === 1 ? 'response' : 'responses'} to other scanners
            {all !== null && (
              <>
                : <a href={all}>show all scanners with 2xx</a>
              </>
            )}
          </li>
        )}
      </ul>
    </GotThroughCard>
  );
}

interface CardProps extends Pick<GotThroughProps, 'search' | 'base'> {
  readonly children?: Child;
}

/** The scanners of the search can be blocked from here. */
function GotThroughCard({ search: { rows }, base, children }: CardProps) {
  const params = new URLSearchParams({ q: addClause(rows.text, 'client:scanner') });
  const [plain] = blockListLinks(base, params);
  return (
    <section class="card got-through">
      <header>
        <h2>What got through</h2>
        {plain && (
          <a class="more quiet-button" href={plain.href}>
            Block list
          </a>
        )}
      </header>
      {children}
    </section>
  );
}

interface NoneServedProps extends Pick<GotThroughProps, 'search' | 'base'> {
  readonly groups: readonly Group[];
}

/** The evidence counts responses that are not listed here: redirects, and those from before the client was found to be a scanner. */
function NoneServed({ groups, search, base }: NoneServedProps) {
  const { rows } = search;
  const scanners = groups.filter(({ clients }) => clients.scanner > 0);
  const [only] = scanners;
  const answered = scanners.reduce(
    (sum, { requests, clientErrors, serverErrors }) => sum + requests - clientErrors - serverErrors,
    0,
  );
  const text = countOf(answered, 'other request');
  const href =
    only && scanners.length === 1
      ? rows.addFilters({ ip: only.value, status: ['1xx', '2xx', '3xx'], kind: 'main' })
      : null;
  return (
    <GotThroughCard search={search} base={base}>
      {answered === 0 ? (
        <p>Nothing: requests of scanners got no response with 2xx.</p>
      ) : (
        <p>
          Requests of scanners got no response with 2xx. <OptionalLink href={href}>{text}</OptionalLink> of
          the same {scanners.length === 1 ? 'client' : 'clients'} did not fail.
        </p>
      )}
    </GotThroughCard>
  );
}

/** The search leaves out what this section is about. */
function WithoutScanners({ search: { here } }: { search: GroupedSearch }) {
  const filter = filtersOf(here.text).find(
    ({ not, name, values }) => not && name === 'client' && values.includes('scanner'),
  );
  return (
    <section class="card got-through">
      <p>This search leaves out scanners. {filter && <a href={here.href(filter.removed)}>Show them</a>}</p>
    </section>
  );
}
