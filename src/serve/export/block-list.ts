import { first64, type IpKey, type IpRange, ipKey, isIn } from '../../net/ip.ts';
import { clientNetwork, NOT_OF_CLIENTS, SHARED } from '../../net/networks.ts';
import type { Entry } from '../../profile/entry.ts';

/** The networks of some clients, for a tool that blocks them. Gatebook does not block anyone itself. */
export interface BlockList {
  /** IPv4 addresses, and IPv6 networks of 64 bits: a client can choose any address of its own. */
  readonly networks: readonly string[];
  readonly made: Date;
  readonly hours: number;
}

/** A longer list would not be reviewed before it is used. */
export const MAX_NETWORKS = 10_000;

/** Collects the networks of clients, without those that are kept: private ones, and those of the reader. */
export function createNetworks(kept: readonly IpRange[]) {
  const networks = new Map<string, IpKey>();
  const ranges = [...SHARED, ...NOT_OF_CLIENTS, ...kept];
  return {
    add({ ip }: Pick<Entry, 'ip'>): void {
      const key = ipKey(ip);
      if (key === null || isIn(key, ranges) || networks.size >= MAX_NETWORKS) return;
      const network = clientNetwork(key);
      if (!isKeptInside(key, kept)) networks.set(network, key);
    },
    /** In the order of their addresses, IPv4 first. */
    list: (): string[] => [...networks].sort(([, a], [, b]) => compareKeys(a, b)).map(([network]) => network),
  };
}

/** Whether a kept address is in the network of this IPv6 address, which would be blocked with it. */
function isKeptInside(key: IpKey, kept: readonly IpRange[]): boolean {
  if (typeof key === 'number') return false;
  const prefix = first64(key);
  return kept.some(
    ({ from, to }) => typeof from === 'string' && first64(from) <= prefix && prefix <= first64(String(to)),
  );
}

function compareKeys(a: IpKey, b: IpKey): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
