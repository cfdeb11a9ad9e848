import { cutText, textStart } from '../format/cut-text.ts';
import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';

/** Maximum lengths of the texts that stores keep as keys of tables, indexes and counts. */
export const MAX_LENGTH = {
  method: 32,
  host: 255,
  route: 512,
  error: 128,
  operation: 256,
  user: 256,
  tag: 64,
} as const;
export const MAX_TAGS = 16;

/** Cuts the texts of a redacted profile that a client or an app could make arbitrarily long. */
export function boundProfile(profile: Profile): Profile {
  const entry = boundEntry(profile.entry);
  return entry === profile.entry ? profile : { entry, detail: profile.detail };
}

function boundEntry(entry: Entry): Entry {
  const { method, host, route, error, operation, user, tags } = entry;
  const fits =
    method.length <= MAX_LENGTH.method &&
    host.length <= MAX_LENGTH.host &&
    route.length <= MAX_LENGTH.route &&
    error.length <= MAX_LENGTH.error &&
    operation.length <= MAX_LENGTH.operation &&
    user.length <= MAX_LENGTH.user &&
    tags.length <= MAX_TAGS &&
    tags.every((tag) => tag.length <= MAX_LENGTH.tag);
  if (fits) return entry;
  return {
    ...entry,
    method: textStart(method, MAX_LENGTH.method),
    host: textStart(host, MAX_LENGTH.host),
    route: textStart(route, MAX_LENGTH.route),
    error: textStart(error, MAX_LENGTH.error),
    operation: textStart(operation, MAX_LENGTH.operation),
    user: cutText(user, MAX_LENGTH.user),
    tags: tags.slice(0, MAX_TAGS).map((tag) => cutText(tag, MAX_LENGTH.tag)),
  };
}
