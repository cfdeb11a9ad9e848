import type { Omitted, Profile } from '../../profile/profile.ts';

type Kind = keyof Omitted;

const NAMES: Readonly<Record<Kind, string>> = {
  logs: 'lines',
  spans: 'spans of any kind',
  notes: 'notes',
  tags: 'tags',
  subRequests: 'sub-requests',
};

/** Only so many of each are kept of a request: what is missing is said. Empty when nothing is. */
export function omittedText({ detail }: Profile, kind: Kind): string {
  const count = detail?.omitted?.[kind] ?? 0;
  if (count === 0) return '';
  return `${count.toLocaleString('en')} more ${NAMES[kind]} were left out: a request keeps only so many.`;
}

export function OmittedNotice({ profile, kind }: { profile: Profile; kind: Kind }) {
  const text = omittedText(profile, kind);
  return text === '' ? null : <p class="cut">{text}</p>;
}
