import { textStart } from '../format/cut-text.ts';
import { clientNetworkOf } from '../net/networks.ts';
import type { Entry } from '../profile/entry.ts';
import { foldPath } from './fold-path.ts';
import { type GroupBy, type KeyedName, keyedName } from './groups.ts';

/** More than the text of an address. Other text may come from a header. */
const MAX_CLIENT_LENGTH = 64;

/** The group that a request belongs to, by client or by route. */
export function groupNameOf(
  { ip, method, route, url }: Pick<Entry, 'ip' | 'method' | 'route' | 'url'>,
  by: Exclude<GroupBy, 'time'>,
): KeyedName {
  if (by === 'client') return clientName(ip);
  return route === '' ? pathName(method, foldPath(url)) : routeName(method, route);
}

export function clientName(ip: string): KeyedName {
  return plainName(textStart(clientNetworkOf(ip), MAX_CLIENT_LENGTH));
}

/** The name of a bin, from its start in µs. */
export function timeName(start: number): KeyedName {
  return plainName(String(start));
}

export function routeName(method: string, route: string): KeyedName {
  return keyedName(route, method, true);
}

export function pathName(method: string, path: string): KeyedName {
  return keyedName(path, method, false);
}

/** A value that is the whole name. */
function plainName(value: string): KeyedName {
  return { value, method: '', isRoute: false, key: value };
}
