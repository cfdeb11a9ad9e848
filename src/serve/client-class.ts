import { CLIENT_CLASSES, type ClientClass } from '../profile/entry.ts';
import type { Group, GroupFigures } from '../store/groups.ts';

/** The class of a client: `scanner` if one of its requests is of that class, else that of most of them. */
export function clientClass({ clients }: Pick<GroupFigures, 'clients'>): ClientClass {
  if (clients.scanner > 0) return 'scanner';
  const most = Math.max(...CLIENT_CLASSES.map((name) => clients[name]));
  return CLIENT_CLASSES.find((name) => clients[name] === most) ?? 'unknown';
}

/** What clients can be sorted by, the highest first. */
const ORDERS = {
  requests: ({ requests }: Group) => requests,
  errors: ({ clientErrors, serverErrors }: Group) => clientErrors + serverErrors,
  last: ({ last }: Group) => last,
} as const;
export type ClientOrder = keyof typeof ORDERS;

/** The order of the address; by requests if it has none or an unknown one. */
export function clientOrder(text: string): ClientOrder {
  return text === 'errors' || text === 'last' ? text : 'requests';
}

/** Clients with equal figures stay in their order. */
export function sortClients(clients: readonly Group[], order: ClientOrder): readonly Group[] {
  const figure = ORDERS[order];
  return clients.toSorted((a, b) => figure(b) - figure(a));
}
