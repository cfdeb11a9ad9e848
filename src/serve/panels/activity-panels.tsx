import type { Child } from 'hono/jsx';
import type { Omitted, Profile, Span } from '../../profile/profile.ts';
import { noActivityReason } from './empty-reason.ts';
import { Logs } from './logs.tsx';
import { Notes } from './notes.tsx';
import { OmittedNotice } from './omitted.tsx';
import { omittedText } from './omitted-text.ts';
import { isOutgoing, Outgoing } from './outgoing.tsx';
import { type Panel, tabCount } from './panel.ts';
import { Queries } from './queries.tsx';
import { countQueries, queryGroups } from './query-groups.ts';
import { SpanTable } from './span-table.tsx';

/** Panels for what happened while the request was handled: logs, queries, outgoing requests and notes. */
export function activityPanels(profile: Profile): readonly Panel[] {
  const { logs = [], spans = [], notes = [] } = profile.detail ?? {};
  const outgoing = spans.filter(isOutgoing);
  const operations = spans.filter(({ kind }) => kind === 'operation');
  return [
    activityPanel(profile, {
      id: 'logs',
      name: 'Logs',
      kind: 'logs',
      count: logs.length,
      content: <Logs lines={logs} />,
      empty: 'No logs were recorded.',
    }),
    queriesPanel(profile),
    ...(operations.length > 0 ? [operationsPanel(profile, operations)] : []),
    activityPanel(profile, {
      id: 'outgoing',
      name: 'Outgoing',
      kind: 'spans',
      count: outgoing.length,
      content: <Outgoing spans={outgoing} />,
      empty: 'No outgoing requests were recorded.',
    }),
    activityPanel(profile, {
      id: 'notes',
      name: 'Notes',
      kind: 'notes',
      count: notes.length,
      content: <Notes notes={notes} />,
      empty: 'The app added no notes.',
    }),
  ];
}

/** The operations of a batch. Most requests have none, and no panel. */
function operationsPanel(profile: Profile, operations: readonly Span[]): Panel {
  return activityPanel(profile, {
    id: 'operations',
    name: 'Operations',
    kind: 'spans',
    count: operations.length,
    content: <SpanTable spans={operations} nameLabel="Operation" outcomeLabel="Result" />,
    empty: '',
  });
}

function queriesPanel(profile: Profile): Panel {
  const { queries, repeated } = countQueries(queryGroups(profile.detail?.spans ?? []));
  const panel = activityPanel(profile, {
    id: 'queries',
    name: 'Queries',
    kind: 'spans',
    count: queries,
    content: <Queries profile={profile} />,
    empty: 'No queries were recorded.',
  });
  return repeated === 0 ? panel : { ...panel, count: `${tabCount(queries)} (${repeated} repeated)` };
}

interface ActivityPanelOptions extends Pick<Panel, 'id' | 'name' | 'empty'> {
  /** What its items are counted as when some were omitted. */
  readonly kind: keyof Omitted;
  readonly count: number;
  readonly content: Child;
}

function activityPanel(
  profile: Profile,
  { id, name, kind, count, content, empty }: ActivityPanelOptions,
): Panel {
  const body = (
    <>
      {content}
      <OmittedNotice profile={profile} kind={kind} />
    </>
  );
  return {
    id,
    name,
    count: tabCount(count),
    body: count > 0 ? body : null,
    // Omitted items may have been of this kind, so the panel must not claim that there were none.
    empty: omittedText(profile, kind) || noActivityReason(profile, empty),
  };
}
