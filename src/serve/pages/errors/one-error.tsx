import type { ErrorGroup, ErrorGroups } from '../../../findings/error-groups.ts';
import { firstSeen } from '../../../findings/error-groups.ts';
import { isNewOrBack } from '../../../findings/finding.ts';
import type { InCommon } from '../../../findings/in-common/in-common.ts';
import { placeText, stateText, usersText } from '../../../findings/text/error-text.ts';
import { countText, shareText } from '../../../format/count-text.ts';
import { relativeTime } from '../../../format/relative-time.ts';
import { formatDuration } from '../../../format/units.ts';
import { oneLine, visibleText } from '../../../format/visible-text.ts';
import type { Profile } from '../../../profile/profile.ts';
import { COUNTED_KINDS } from '../../../report/groups/overview.ts';
import { panelHref } from '../../../report/profile/profile-view.ts';
import type { Sources } from '../../../report/profile/source-lines.ts';
import { addClause, clauseText } from '../../../search/edit-query.ts';
import type { Survey } from '../../../store/survey.ts';
import { Card, Tile } from '../card.tsx';
import { OptionalLink, ProfileLink, TimeText } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { Histogram } from '../histogram.tsx';
import { InCommonCard } from '../in-common.tsx';
import { type FoundRequests, ListedRequests } from '../listed-requests.tsx';
import { type Reference, Since } from '../profile/since.tsx';
import { WhatFailed } from '../profile/what-failed.tsx';
import { MIN_PLOTTED } from '../search/survey-section.tsx';

/** What is read of one error. Each is `null` if it could not be read. */
export interface ErrorDetail {
  readonly inCommon: InCommon | null;
  readonly survey: Survey | null;
  readonly example: ErrorExample | null;
  readonly listed: FoundRequests | null;
}

/** The latest request with the error whose detail was kept. */
export interface ErrorExample {
  readonly profile: Profile;
  readonly sources: Sources;
  readonly reference: Reference;
}

interface OneErrorProps {
  readonly group: ErrorGroup;
  readonly found: ErrorGroups;
  readonly detail: ErrorDetail;
  readonly search: GroupedSearch;
  readonly base: string;
}

const MAX_LENGTH = 200;

/** One error: since when, what its requests have in common, and the latest of them. */
export function OneError({ group, found, detail, search, base }: OneErrorProps) {
  const { here, rows, context } = search;
  const { inCommon, survey, example, listed } = detail;
  const { zone } = context;
  return (
    <div class="groups-section one">
      <p class="where">
        <span class={`tag ${isNewOrBack(group.state) ? 's5' : ''}`.trim()}>
          {visibleText(stateText(group))}
        </span>{' '}
        <code>{oneLine(placeText(group), MAX_LENGTH)}</code>
      </p>
      <Facts group={group} found={found} inCommon={inCommon} search={search} />
      {inCommon && <InCommonCard found={inCommon} text={here.text} here={here} zone={zone} />}
      {survey && survey.matches >= MIN_PLOTTED && (
        <Card id="over-time" title="Over time">
          <Histogram
            survey={survey}
            range={{ from: survey.from, to: survey.from + survey.bins.length * survey.step - 1 }}
            releases={found.releases.filter(({ time }) => time >= survey.from)}
            search={here}
            zone={zone}
          />
        </Card>
      )}
      {example && listed && <Example example={example} listed={listed} search={search} base={base} />}
      {listed && (
        <ListedRequests
          title="Latest requests"
          found={listed}
          text={addClause(rows.text, clauseText('kind', COUNTED_KINDS))}
          all={`Show all ${countText(group.requests)}`}
          search={search}
          base={base}
        />
      )}
    </div>
  );
}

function Facts({
  group,
  found: { releases },
  inCommon,
  search: { rows, context },
}: Pick<OneErrorProps, 'group' | 'found' | 'search'> & Pick<ErrorDetail, 'inCommon'>) {
  const { requests, users, last, begun, latest } = group;
  const { now, zone } = context;
  const first = firstSeen(group);
  const start = releases.find(({ release }) => release === begun?.release);
  const after = start && first >= start.time ? `${formatDuration(first - start.time)} after it began` : null;
  const share = inCommon?.of ? requests / Math.max(requests, inCommon.selected + inCommon.rest) : null;
  return (
    <div class="tiles">
      <Tile
        id="requests"
        label="Requests"
        figure={
          <OptionalLink href={rows.addFilters({ kind: COUNTED_KINDS })}>{countText(requests)}</OptionalLink>
        }
        note={share !== null && `${shareText(share)} of ${visibleText(inCommon?.of?.name ?? '')}`}
      />
      <Tile
        id="users"
        label="Users"
        figure={usersText(group) || '–'}
        note={users?.length ? oneLine(users.slice(0, 3).join(', '), MAX_LENGTH) : 'no request had a user'}
      />
      <Tile
        id="first-seen"
        label="First seen"
        figure={begun?.release ? oneLine(begun.release, MAX_RELEASE) : relativeTime(first, now)}
        note={
          <>
            {after && `${after}, `}
            <TimeText time={first} zone={zone} />
          </>
        }
      />
      <Tile
        id="last-seen"
        label="Last seen"
        figure={relativeTime(last, now)}
        note={
          <>
            <TimeText time={last} zone={zone} />
            {latest?.release ? ` in ${oneLine(latest.release, MAX_RELEASE)}` : ''}
          </>
        }
      />
    </div>
  );
}

const MAX_RELEASE = 20;

type ExampleProps = Pick<OneErrorProps, 'search' | 'base'> & {
  readonly example: ErrorExample;
  readonly listed: FoundRequests;
};

/** The exception with its source line, and what differs since the same route last worked. */
function Example({ example, listed: { tokens }, search: { context }, base }: ExampleProps) {
  const { profile, sources, reference } = example;
  const { now, zone } = context;
  const token = tokens.tokenOf(profile.entry.seq);
  const view = { base, profile, tokens, zone, now, sources, processEnd: null };
  const href = (id: string) => panelHref({ base, zone, query: '' }, token, id);
  return (
    <>
      <WhatFailed view={view} href={href} />
      <Card
        id="since-it-worked"
        title="Since it last worked"
        more={
          <ProfileLink base={base} token={token} zone={zone}>
            Open {token}
          </ProfileLink>
        }
      >
        <div class="since">
          <Since reference={reference} view={view} />
        </div>
      </Card>
    </>
  );
}
