import { createLru } from '../lru.ts';
import type { Entry } from '../profile/entry.ts';
import { hashText } from './hashes.ts';

/** The last part of a path that health checks ask for. */
const HEALTH_PATH =
  /(?:^|[/._-])(?:health(?:z|[-_]?checks?)?|ready(?:z)?|readiness|live(?:z|ness)?|alive|startup(?:z)?|ping|heartbeat|status|up)\/?$/i;
/** How many clients are remembered. */
const MAX_CLIENTS = 1024;
/** Equal intervals after which a client counts as a health check; more are not counted. */
const ENOUGH = 3;
const MOST = 6;
/** In microseconds. */
const SHORTEST = 0.5e6;
const LONGEST = 600e6;
/** How much equal intervals may differ. */
const TOLERANCE = 1 / 8;

type Request = Pick<Entry, 'time' | 'ip' | 'method' | 'userAgent'>;

interface Check {
  last: number;
  interval: number;
  equal: number;
}

/** Whether health checks ask for this: a path such as `/healthz`, or the root of the site, with nothing that changes something. */
export function asksForHealth(method: string, path: string): boolean {
  return (
    (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') &&
    (path === '/' || HEALTH_PATH.test(path))
  );
}

/** Finds clients that do not say what they are, but ask for the health of the app at equal intervals, such as `curl` in a `HEALTHCHECK`. */
export class HealthChecks {
  readonly #seed: number;
  readonly #clients = createLru<Check, number>(MAX_CLIENTS);

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Counts a request for the health of the app. Returns whether its client is a health check. */
  isOneOf({ time, ip, method, userAgent }: Request, host: string, path: string): boolean {
    const key = hashText(`${ip} ${method} ${host} ${path} ${userAgent}`, this.#seed);
    const known = this.#clients.get(key);
    if (!known) {
      this.#clients.set(key, { last: time, interval: 0, equal: 0 });
      return false;
    }
    const interval = time - known.last;
    const isEqual =
      interval >= SHORTEST &&
      interval <= LONGEST &&
      Math.abs(interval - known.interval) <= known.interval * TOLERANCE;
    // A check that is late once, as after a pause of the machine, is still one.
    known.equal = isEqual ? Math.min(known.equal + 1, MOST) : Math.max(known.equal - 1, 0);
    known.interval = interval;
    known.last = time;
    return known.equal >= ENOUGH;
  }
}
