import { textStart } from '../format/cut-text.ts';
import { clientNetworkOf } from '../net/networks.ts';
import type { Entry } from '../profile/entry.ts';
import { foldPath } from './fold-path.ts';
import { type GroupBy, type KeyedName, keyedName } from './groups.ts';

/** Longer than any address. Other text may come from a header. */
const MAX_CLIENT_LENGTH = 64;

/** The group that a request belongs to, by client, user or route. */
export function groupNameOf(
  { ip, user, method, route, url }: Pick<Entry, 'ip' | 'user' | 'method' | 'route' | 'url'>,
  by: Exclude<GroupBy, 'time'>,
): KeyedName {
  if (by === 'client') return clientName(ip);
  if (by === 'user') return keyedName(user);
  return route === '' ? keyedName(foldPath(url), method, false) : keyedName(route, method, true);
}

export function clientName(ip: string): KeyedName {
  return keyedName(textStart(clientNetworkOf(ip), MAX_CLIENT_LENGTH));
}

/** The name of a bin, from its start in µs. */
export function timeName(start: number): KeyedName {
  return keyedName(String(start));
}
