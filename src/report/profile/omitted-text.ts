import type { Omitted, Profile } from '../../profile/profile.ts';

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
  return `${count.toLocaleString('en')} more ${NAMES[kind]} were omitted: the limit per request was reached.`;
}
