import { countText } from '../../format/count-text.ts';
import { type DetailState, PROCESS_VANISHED } from '../../profile/entry.ts';
import type { Omitted, Profile } from '../../profile/profile.ts';

const NO_DETAIL: Readonly<Record<DetailState, string>> = {
  kept: 'The detail of this request is missing from the book.',
  off: 'This app does not record details.',
  policy:
    'The detail of this request was not kept: the detail policy keeps only some requests, such as failed, slow and sampled ones.',
  budget:
    'The detail of this request was dropped because the recording budget was exceeded, or writing was too slow.',
};

/** Why a panel that shows detail is empty: `empty` if there is a detail, otherwise why there is none. */
export function emptyReason({ entry, detail }: Profile, empty: string): string {
  if (detail) return empty;
  return entry.error === PROCESS_VANISHED
    ? 'There is no detail: the process ended before it was written.'
    : NO_DETAIL[entry.detail];
}

/** Why a panel that shows activity is empty. Not every detail includes activity. */
export function noActivityReason(profile: Profile, empty: string): string {
  const { entry, detail } = profile;
  if (!detail) return emptyReason(profile, empty);
  if (entry.parent !== null) return 'Shown in the profile of the main request.';
  if (!detail.phases)
    return 'Not recorded: instrumentation was turned off, or an older version of Gatebook recorded the request.';
  return empty;
}

type Kind = keyof Omitted;

const NAMES: Readonly<Record<Kind, string>> = {
  logs: 'log lines',
  spans: 'spans of all kinds',
  notes: 'notes',
  tags: 'tags',
  subRequests: 'sub-requests',
};

/** How many items were omitted because of the limits per request; empty if none were. */
export function omittedText({ detail }: Profile, kind: Kind): string {
  const count = detail?.omitted?.[kind] ?? 0;
  if (count === 0) return '';
  return `${countText(count)} more ${NAMES[kind]} were omitted: the limit per request was reached.`;
}
