import { percentileOf } from '../../store/durations.ts';
import type { GroupFigures } from '../../store/groups.ts';

/** What routes can be sorted by, the largest first. */
const ROUTE_ORDERS = {
  time: ({ duration }) => duration,
  requests: ({ requests }) => requests,
  '5xx': ({ serverErrors, requests }) => serverErrors / requests,
  '4xx': ({ clientErrors, requests }) => clientErrors / requests,
  p50: ({ durations }) => percentileOf(durations, 0.5) ?? 0,
  p90: ({ durations }) => percentileOf(durations, 0.9) ?? 0,
  p99: ({ durations }) => percentileOf(durations, 0.99) ?? 0,
  queries: ({ queries, requests }) => queries / requests,
} satisfies Record<string, (figures: GroupFigures) => number>;

export type RouteOrder = keyof typeof ROUTE_ORDERS;

const DEFAULT_ORDER: RouteOrder = 'time';

/** The order that the address names. */
export function routeOrder(name: string): RouteOrder {
  return Object.hasOwn(ROUTE_ORDERS, name) ? (name as RouteOrder) : DEFAULT_ORDER;
}

export function sortRoutes<T extends GroupFigures>(groups: readonly T[], order: RouteOrder): T[] {
  const figureOf: (figures: GroupFigures) => number = ROUTE_ORDERS[order];
  return groups
    .map((group) => ({ group, value: figureOf(group) }))
    .sort((a, b) => b.value - a.value || b.group.duration - a.group.duration)
    .map(({ group }) => group);
}
