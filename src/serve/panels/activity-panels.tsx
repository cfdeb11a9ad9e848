import type { Child } from 'hono/jsx';
import type { Omitted, Profile } from '../../profile/profile.ts';
import { noActivityReason } from './empty-reason.ts';
import { Logs } from './logs.tsx';
import { Notes } from './notes.tsx';
import { OmittedNotice, omittedText } from './omitted.tsx';
import { isOutgoing, Outgoing } from './outgoing.tsx';
import { counted, type Panel } from './panel.ts';
import { Queries } from './queries.tsx';
import { countQueries, queryGroups } from './query-groups.ts';

/** What was seen while the request was handled: logs, queries, outgoing requests and notes. */
export function activityPanels(profile: Profile): readonly Panel[] {
  const { logs = [], spans = [], notes = [] } = profile.detail ?? {};
  const outgoing = spans.filter(isOutgoing);
  return [
    seenPart(profile, {
      id: 'logs',
      name: 'Logs',
      kind: 'logs',
      count: logs.length,
      shown: <Logs lines={logs} />,
      nothing: 'Nothing was logged.',
    }),
    queriesPart(profile),
    seenPart(profile, {
      id: 'outgoing',
      name: 'Outgoing',
      kind: 'spans',
      count: outgoing.length,
      shown: <Outgoing spans={outgoing} />,
      nothing: 'No outgoing request was seen.',
    }),
    seenPart(profile, {
      id: 'notes',
      name: 'Notes',
      kind: 'notes',
      count: notes.length,
      shown: <Notes notes={notes} />,
      nothing: 'The app noted nothing.',
    }),
  ];
}

function queriesPart(profile: Profile): Panel {
  const groups = queryGroups(profile.detail?.spans ?? []);
  const { queries, repeated } = countQueries(groups);
  const part = seenPart(profile, {
    id: 'queries',
    name: 'Queries',
    kind: 'spans',
    count: queries,
    shown: <Queries groups={groups} />,
    nothing: 'No query was seen.',
  });
  return repeated === 0 ? part : { ...part, count: `${counted(queries)} (${repeated} repeated)` };
}

interface Seen extends Pick<Panel, 'id' | 'name'> {
  /** What it is counted as when there is too much of it. */
  readonly kind: keyof Omitted;
  readonly count: number;
  readonly shown: Child;
  readonly nothing: string;
}

function seenPart(profile: Profile, { id, name, kind, count, shown, nothing }: Seen): Panel {
  const body = (
    <>
      {shown}
      <OmittedNotice profile={profile} kind={kind} />
    </>
  );
  return {
    id,
    name,
    count: counted(count),
    body: count > 0 ? body : null,
    // With some left out, it can't be said that there was nothing.
    empty: omittedText(profile, kind) || noActivityReason(profile, nothing),
  };
}
