import { Resolver } from 'node:dns/promises';
import { createLru } from '../lru.ts';
import { type IpKey, ipKey, ipText, isIn } from '../net/ip.ts';
import { SHARED } from '../net/networks.ts';
import { type CrawlerOperator, claimedOperator, operatorOfHost } from './crawler-operators.ts';

/** At most twice as many addresses are remembered. */
const MAX_ADDRESSES = 2048;
/** Above this limit, an address is looked up with its next request. */
const MAX_LOOKUPS = 8;
/** How many names of one address are looked up. */
const MAX_NAMES = 3;
const HOUR_MS = 3_600_000;
const CRAWLER_MS = 24 * HOUR_MS;
const OTHER_MS = HOUR_MS;
const FAILED_MS = 60_000;

/** Finds clients that claim to be a crawler but come from an address of someone else. */
export interface CrawlerVerifier {
  /** Answers at once. If nothing is known about the address, it starts a lookup, and `false` is the answer until it has ended. */
  isImpostor(userAgent: string, ip: string): boolean;
  /** Ends all lookups, which keep the process alive. */
  close(): void;
}

export interface VerifierSettings {
  /**
   * Addresses of DNS servers.
   * @default those of the system
   */
  readonly servers?: readonly string[];
  /** Milliseconds for each of two tries. */
  readonly timeout?: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** What a lookup has found out about an address. */
interface Finding {
  /** `null` if the address belongs to no known operator. */
  readonly operator: CrawlerOperator | null;
  readonly failed: boolean;
  readonly until: number;
}

export function createCrawlerVerifier({
  servers,
  timeout = 2000,
  now = () => performance.now(),
}: VerifierSettings = {}): CrawlerVerifier {
  const resolver = new Resolver({ timeout, tries: 2 });
  if (servers) resolver.setServers(servers);
  const findings = createLru<Finding, IpKey>(MAX_ADDRESSES);
  const running = new Set<IpKey>();
  let closed = false;

  async function lookUp(key: IpKey): Promise<void> {
    running.add(key);
    try {
      const operator = await findOperator(resolver, key);
      findings.set(key, { operator, failed: false, until: now() + (operator ? CRAWLER_MS : OTHER_MS) });
    } catch {
      findings.set(key, { operator: null, failed: true, until: now() + FAILED_MS });
    }
    running.delete(key);
  }

  return {
    isImpostor(userAgent, ip) {
      const claimed = claimedOperator(userAgent);
      if (!claimed) return false;
      const key = ipKey(ip);
      // The address of a proxy says nothing about the client.
      if (key === null || isIn(key, SHARED)) return false;
      const finding = findings.get(key);
      if (finding && finding.until > now()) return !finding.failed && finding.operator !== claimed;
      if (!closed && running.size < MAX_LOOKUPS && !running.has(key)) void lookUp(key);
      return false;
    },
    close() {
      closed = true;
      resolver.cancel();
    },
  };
}

/** Anyone can give an address of their own any name, but only the operator can give its names an address. */
async function findOperator(resolver: Resolver, key: IpKey): Promise<CrawlerOperator | null> {
  // `resolver.reverse` answers a failure with ENOTFOUND.
  const names = await resolver.resolvePtr(reverseName(key)).catch(noRecords);
  for (const name of names.filter(operatorOfHost).slice(0, MAX_NAMES)) {
    const forward = typeof key === 'number' ? resolver.resolve4(name) : resolver.resolve6(name);
    const addresses = await forward.catch(noRecords);
    if (addresses.some((address) => ipKey(address) === key)) return operatorOfHost(name);
  }
  return null;
}

/** The DNS name to ask for the names of an address: `1.66.249.66.in-addr.arpa`. */
function reverseName(key: IpKey): string {
  return typeof key === 'number'
    ? `${ipText(key).split('.').reverse().join('.')}.in-addr.arpa`
    : `${[...key].reverse().join('.')}.ip6.arpa`;
}

/** "No records" is an answer. Other errors are failures. */
function noRecords(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
  throw error;
}
