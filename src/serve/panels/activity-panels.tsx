import type { Child } from 'hono/jsx';
import type { LogLine, Omitted, Profile, Span } from '../../profile/profile.ts';
import { noActivityReason } from './empty-reason.ts';
import { Logs } from './logs.tsx';
import { Notes } from './notes.tsx';
import { OmittedNotice } from './omitted.tsx';
import { omittedText } from './omitted-text.ts';
import { isOutgoing, Outgoing } from './outgoing.tsx';
import { type Panel, panelCount } from './panel.ts';
import type { ProfileView } from './profile-view.ts';
import { Queries } from './queries.tsx';
import { countQueries, queryGroups } from './query-groups.ts';
import { isNPlusOne } from './query-texts.ts';
import { SpanTable } from './span-table.tsx';

/** Panels for what happened while the request was handled: queries, logs, operations and outgoing requests. */
export function activityPanels(view: ProfileView): readonly Panel[] {
  const { profile } = view;
  const { logs = [], spans = [] } = profile.detail ?? {};
  const outgoing = spans.filter(isOutgoing);
  const operations = spans.filter(({ kind }) => kind === 'operation');
  return [
    queriesPanel(view),
    activityPanel(profile, {
      id: 'logs',
      name: 'Logs',
      kind: 'logs',
      count: logs.length,
      content: <Logs lines={logs} />,
      alert: logs.some(isError) ? 'Has errors' : undefined,
      empty: 'No logs were recorded.',
    }),
    ...(operations.length > 0 ? [operationsPanel(profile, operations)] : []),
    activityPanel(profile, {
      id: 'outgoing',
      name: 'Outgoing',
      kind: 'spans',
      count: outgoing.length,
      content: <Outgoing spans={outgoing} />,
      alert: outgoing.some(hasFailed) ? 'Some failed' : undefined,
      empty: 'No outgoing requests were recorded.',
    }),
  ];
}

/** Notes and tags of the app. Tags are also on an entry without a detail. */
export function notesPanel(view: ProfileView): Panel {
  const { profile } = view;
  const count = (profile.detail?.notes?.length ?? 0) + profile.entry.tags.length;
  return activityPanel(profile, {
    id: 'notes',
    name: 'Notes',
    kind: 'notes',
    count,
    content: <Notes {...view} />,
    empty: 'The app added no notes.',
  });
}

function isError({ level }: LogLine): boolean {
  return /^(?:error|fatal|critical)$/i.test(level);
}

function hasFailed({ error, status = 0 }: Span): boolean {
  return error !== undefined || status >= 400;
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

function queriesPanel(view: ProfileView): Panel {
  const { profile } = view;
  const groups = queryGroups(profile.detail?.spans ?? []);
  const alert = groups.some(({ failed }) => failed > 0)
    ? 'Some failed'
    : groups.some(isNPlusOne)
      ? 'N+1 query'
      : undefined;
  return activityPanel(profile, {
    id: 'queries',
    name: 'Queries',
    kind: 'spans',
    count: countQueries(groups).queries,
    content: <Queries {...view} />,
    alert,
    empty: 'No queries were recorded.',
  });
}

interface ActivityPanelOptions extends Pick<Panel, 'id' | 'name' | 'alert' | 'empty'> {
  /** What its items are counted as when some were omitted. */
  readonly kind: keyof Omitted;
  readonly count: number;
  readonly content: Child;
}

function activityPanel(
  profile: Profile,
  { id, name, kind, count, content, alert, empty }: ActivityPanelOptions,
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
    count: panelCount(count),
    alert,
    body: count > 0 ? body : null,
    // Omitted items may have been of this kind, so the panel must not claim that there were none.
    empty: omittedText(profile, kind) || noActivityReason(profile, empty),
  };
}
