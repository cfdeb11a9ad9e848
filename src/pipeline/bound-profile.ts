import { textStart } from '../format/cut-text.ts';
import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';

/** Maximum lengths of the texts that stores keep as keys of tables, indexes and counts. */
const MAX_LENGTH = { method: 32, host: 255, route: 512, error: 128 } as const;

/** Cuts the texts of a redacted profile that a client or an app could make arbitrarily long. */
export function boundProfile(profile: Profile): Profile {
  const entry = boundEntry(profile.entry);
  return entry === profile.entry ? profile : { entry, detail: profile.detail };
}

function boundEntry(entry: Entry): Entry {
  const { method, host, route, error } = entry;
  const fits =
    method.length <= MAX_LENGTH.method &&
    host.length <= MAX_LENGTH.host &&
    route.length <= MAX_LENGTH.route &&
    error.length <= MAX_LENGTH.error;
  if (fits) return entry;
  return {
    ...entry,
    method: textStart(method, MAX_LENGTH.method),
    host: textStart(host, MAX_LENGTH.host),
    route: textStart(route, MAX_LENGTH.route),
    error: textStart(error, MAX_LENGTH.error),
  };
}
