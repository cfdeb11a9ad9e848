import type { DetailState } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';

const NO_DETAIL: Readonly<Record<DetailState, string>> = {
  kept: 'The detail of this request is missing from the book.',
  off: 'Details are not recorded in this app.',
  policy: 'The detail of this request was not kept, by the policy for details.',
  budget: 'The detail of this request was dropped to keep within the budget.',
};

/** Why a panel made of the detail is empty. With a detail there is `nothing` to show, and that is said. */
export function emptyReason({ entry, detail }: Profile, nothing: string): string {
  return detail ? nothing : NO_DETAIL[entry.detail];
}

/** The same of what is seen while a request is handled, which not every detail has. */
export function noActivityReason(profile: Profile, nothing: string): string {
  const { entry, detail } = profile;
  if (!detail) return emptyReason(profile, nothing);
  if (entry.parent !== null) return 'Shown with its main request, for all of it.';
  if (!detail.phases) return 'Not recorded: panels were switched off, or the recorder was an older one.';
  return nothing;
}
