import { countText } from '../../format/count-text.ts';
import { CLIENT_CLASSES, type ClientClass } from '../../profile/entry.ts';
import type { Group, GroupFigures } from '../../store/groups.ts';

/** The class of a client: `scanner` if one of its requests is of that class, else that of most of them. */
export function clientClass({ clients }: Pick<GroupFigures, 'clients'>): ClientClass {
  if (clients.scanner > 0) return 'scanner';
  const most = Math.max(...CLIENT_CLASSES.map((name) => clients[name]));
  return CLIENT_CLASSES.find((name) => clients[name] === most) ?? 'unknown';
}

/** `12 browser, 1 scanner`, the most frequent class first. An address can be shared by clients of several classes. */
export function classCounts({ clients }: Pick<GroupFigures, 'clients'>): string {
  return CLIENT_CLASSES.filter((name) => clients[name] > 0)
    .toSorted((a, b) => clients[b] - clients[a])
    .map((name) => `${countText(clients[name])} ${name}`)
    .join(', ');
}

/** The figures to sort clients by, the highest first. */
const ORDERS = {
  requests: ({ requests }: Group) => requests,
  errors: ({ clientErrors, serverErrors }: Group) => clientErrors + serverErrors,
  last: ({ last }: Group) => last,
} as const;
export type ClientOrder = keyof typeof ORDERS;

/** The order in the page's address; `requests` if it is missing or unknown. */
export function clientOrder(text: string): ClientOrder {
  return text === 'errors' || text === 'last' ? text : 'requests';
}

/** Clients with equal figures stay in their order. */
export function sortClients(clients: readonly Group[], order: ClientOrder): readonly Group[] {
  const figure = ORDERS[order];
  return clients.toSorted((a, b) => figure(b) - figure(a));
}
