// The process that generates the load. Its parent controls it.
import { quantile } from '../figures.ts';
import { type Connection, connect } from './connection.ts';
import { createRequests } from './requests.ts';

/** Without a rate, the connections send as fast as possible. */
export interface Burst {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  readonly rate?: number;
  /**
   * Whether the load process never sleeps, on a core of its own. To wake it takes the app longer than to answer, and an app that is
   * slower must do so more often. In production clients are other machines.
   */
  readonly isAwake: boolean;
}

export interface BurstResult {
  readonly responses: number;
  /** Latency of a paced burst, in ms from the time a request was due. */
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
}

interface Target {
  readonly connections: readonly Connection[];
  readonly next: () => Buffer;
}

const targets = new Map<number, Target>();

/** Connects once; later bursts reuse the connections. */
async function targetAt({ port, connections }: Burst): Promise<Target> {
  const existing = targets.get(port);
  if (existing) return existing;
  const requests = createRequests(port);
  let at = 0;
  const target = {
    connections: await Promise.all(Array.from({ length: connections }, () => connect(port))),
    next: () => requests[at++ % requests.length] as Buffer,
  };
  targets.set(port, target);
  return target;
}

/** Every connection sends the next request as soon as it has a response. */
function saturate({ connections, next }: Target, { ms, isAwake }: Burst): Promise<BurstResult> {
  return new Promise((resolve) => {
    let active = true;
    let responses = 0;
    let pending = connections.length;
    setTimeout(() => {
      active = false;
    }, ms);
    const stayAwake = () => {
      if (pending > 0) setImmediate(stayAwake);
    };
    if (isAwake) stayAwake();
    for (const connection of connections) {
      connection.onResponse = () => {
        responses++;
        if (active) connection.send(next());
        else if (--pending === 0) resolve({ responses, p50: 0, p99: 0, slowest: 0 });
      };
      connection.send(next());
    }
  });
}

/** Requests are due at a steady rate, whether or not earlier ones have a response. */
function pace({ connections, next }: Target, ms: number, rate: number): Promise<BurstResult> {
  return new Promise((resolve) => {
    const total = Math.round((ms * rate) / 1000);
    const idle = [...connections];
    const due: number[] = [];
    const latencies: number[] = [];
    const start = performance.now();
    let scheduled = 0;

    function send(): void {
      while (due.length > 0) {
        const connection = idle.pop();
        if (!connection) return;
        const dueAt = due.shift() as number;
        connection.onResponse = () => {
          latencies.push(performance.now() - dueAt);
          idle.push(connection);
          send();
          if (latencies.length === total)
            resolve({
              responses: total,
              p50: quantile(latencies, 0.5),
              p99: quantile(latencies, 0.99),
              slowest: quantile(latencies, 1),
            });
        };
        connection.send(next());
      }
    }

    const timer = setInterval(() => {
      const now = performance.now();
      for (; scheduled < total && start + (scheduled * 1000) / rate <= now; scheduled++)
        due.push(start + (scheduled * 1000) / rate);
      if (scheduled === total) clearInterval(timer);
      send();
    }, 1);
  });
}

process.on('message', async (burst: Burst) => {
  const target = await targetAt(burst);
  const { ms, rate } = burst;
  process.send?.(await (rate === undefined ? saturate(target, burst) : pace(target, ms, rate)));
});
process.on('disconnect', () => process.exit());
