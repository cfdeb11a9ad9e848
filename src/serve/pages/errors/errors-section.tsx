import {
  type ErrorGroup,
  type ErrorGroups,
  type ErrorState,
  errorOrder,
  firstSeen,
  sortErrors,
  UNEXPLAINED,
} from '../../../findings/error-groups.ts';
import { errorParts, placeText, stateText, usersText } from '../../../findings/text/error-text.ts';
import { countOf, countText } from '../../../format/count-text.ts';
import { oneLine, visibleText } from '../../../format/visible-text.ts';
import { COUNTED_KINDS } from '../../../report/groups/overview.ts';
import { addClause } from '../../../search/edit-query.ts';
import { OptionalLink, TimeText } from '../entry-values.tsx';
import { EmptyGroups, type GroupedSearch } from '../grouping-page.tsx';
import { CountedTo } from '../search/survey-section.tsx';
import { Sparkline } from '../sparkline.tsx';
import { FigureLink, OrderHeading } from '../table-cells.tsx';

interface ErrorsSectionProps {
  readonly found: ErrorGroups;
  readonly search: GroupedSearch;
}

const MAX_LENGTH = 300;
/** The colours of the states; grey for the others. */
const CLASSES: { readonly [state in ErrorState]?: string } = { new: 's5', back: 's5', ongoing: 's4' };

/** What went wrong in the requests and jobs of a search, by error. */
export function ErrorsSection({ found, search }: ErrorsSectionProps) {
  const { groups, others, searchedTo } = found;
  const { here, context } = search;
  if (groups.length === 0) return <NoErrors found={found} search={search} />;
  const requests = groups.reduce((sum, group) => sum + group.requests, others.requests);
  const more = searchedTo === null ? '' : '+';
  return (
    <section class="groups-section" aria-labelledby="groups-title">
      <h2 id="groups-title">
        {countOf(groups.length + others.values, 'error', more)} in {countOf(requests, 'request', more)}
      </h2>
      {searchedTo !== null && <CountedTo time={searchedTo} search={here} zone={context.zone} />}
      <ErrorsTable found={found} search={search} />
      {others.values > 0 && (
        <p class="others">
          and {countOf(others.values, 'other error')} in {countOf(others.requests, 'request')}.
        </p>
      )}
      <Unexplained found={found} search={search} />
    </section>
  );
}

function ErrorsTable({ found, search }: ErrorsSectionProps) {
  const { here } = search;
  const order = errorOrder(search.order);
  const heading = { order, here };
  return (
    <table class="groups errors">
      <thead>
        <tr>
          <th scope="col">Error</th>
          <OrderHeading {...heading} name="state" label="State" isDefault isText />
          <th scope="col">Over time</th>
          <OrderHeading {...heading} name="requests" label="Requests" />
          <OrderHeading {...heading} name="users" label="Users" />
          <OrderHeading {...heading} name="first" label="First seen" isText />
          <OrderHeading {...heading} name="last" label="Last seen" isText />
        </tr>
      </thead>
      <tbody>
        {sortErrors(found.groups, order).map((group) => (
          <ErrorRow group={group} found={found} search={search} />
        ))}
      </tbody>
    </table>
  );
}

function ErrorRow({ group, found, search }: ErrorsSectionProps & { readonly group: ErrorGroup }) {
  const { here, rows, context } = search;
  const { zone } = context;
  const { value, state, requests, bins, latest, begun, last } = group;
  return (
    <tr>
      <th scope="row" class="name" title={visibleText(value)}>
        <OptionalLink href={here.setFilter('error', value)}>
          <ErrorName value={value} />
        </OptionalLink>
        <small>{oneLine(placeText(group), MAX_LENGTH)}</small>
      </th>
      <td class="state">
        <span class={`tag ${CLASSES[state] ?? ''}`.trim()}>{visibleText(stateText(group))}</span>
      </td>
      <td class="plot">
        <Sparkline bins={bins} from={found.from} step={found.step} zone={zone} />
      </td>
      <FigureLink
        label="Requests"
        count={requests}
        href={rows.addFilters({ error: value, kind: COUNTED_KINDS })}
      />
      <td class="figure" data-label={usersText(group) === '' ? undefined : 'Users'}>
        {usersText(group)}
      </td>
      <td data-label="First">
        <TimeText time={firstSeen(group)} zone={zone} />
        <Release release={begun?.release ?? ''} />
      </td>
      <td data-label="Last">
        <TimeText time={last} zone={zone} />
        <Release release={latest?.release ?? ''} />
      </td>
    </tr>
  );
}

/** The class, then the message. */
function ErrorName({ value }: { value: string }) {
  const { name, message } = errorParts(value);
  return (
    <>
      <strong>{oneLine(name, MAX_LENGTH)}</strong> {oneLine(message, MAX_LENGTH)}
    </>
  );
}

function Release({ release }: { release: string }) {
  return release === '' ? null : <small>in {oneLine(release, MAX_RELEASE)}</small>;
}

const MAX_RELEASE = 20;

function NoErrors({ found, search }: ErrorsSectionProps) {
  if (found.searchedTo !== null) return <EmptyGroups search={search} searchedTo={found.searchedTo} />;
  const { here } = search;
  return (
    <section class="groups-section">
      <p class="empty">
        No errors{search.terms.length > 0 && ' match'}. Exceptions, and jobs that failed, are listed here;
        responses with 4xx are not. {here.text !== '' && <a href={here.href('')}>Show all errors</a>}
      </p>
      <Unexplained found={found} search={search} />
    </section>
  );
}

/** Failures that are in no group. */
function Unexplained({ found: { unexplained }, search: { rows } }: ErrorsSectionProps) {
  if (unexplained === 0) return null;
  const href = rows.href(UNEXPLAINED.split(' ').reduce(addClause, rows.text));
  return (
    <p class="others">
      <a href={href}>
        {countText(unexplained)} {unexplained === 1 ? 'response' : 'responses'} with 5xx
      </a>{' '}
      had no exception.
    </p>
  );
}
