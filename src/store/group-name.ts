import { textStart } from '../format/cut-text.ts';
import { clientNetworkOf } from '../net/networks.ts';
import type { Entry } from '../profile/entry.ts';
import { foldPath } from './fold-path.ts';
import { type GroupBy, type KeyedName, keyedName } from './groups.ts';

/** Longer than any address. Other text may come from a header. */
const MAX_CLIENT_LENGTH = 64;

type Failure = Pick<Entry, 'error' | 'errorGroup'>;
type Grouped = Pick<Entry, 'ip' | 'user' | 'method' | 'route' | 'url'> & Failure;

/** The group that a request belongs to, by client, user, route or error. */
export function groupNameOf(
  { ip, user, method, route, url, error, errorGroup }: Grouped,
  by: Exclude<GroupBy, 'time'>,
): KeyedName {
  if (by === 'client') return clientName(ip);
  if (by === 'user') return keyedName(user);
  if (by === 'error') return errorName({ error, errorGroup });
  return route === '' ? keyedName(foldPath(url), method, false) : keyedName(route, method, true);
}

export function clientName(ip: string): KeyedName {
  return keyedName(textStart(clientNetworkOf(ip), MAX_CLIENT_LENGTH));
}

/** Errors from before there were groups have only a class. */
export function errorName({ error, errorGroup }: Failure): KeyedName {
  return keyedName(errorGroup || error);
}

/** The name of a bin, from its start in µs. */
export function timeName(start: number): KeyedName {
  return keyedName(String(start));
}
