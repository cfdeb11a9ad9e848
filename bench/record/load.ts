// The process the load comes from. It does as its parent says, and ends with it.
import { quantile } from '../figures.ts';
import { type Connection, connect } from './connection.ts';
import { requestsTo } from './requests.ts';

/** Without a rate, as much as the connections carry. */
export interface Burst {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  readonly rate?: number;
}

export interface BurstOutcome {
  readonly answered: number;
  /** Of a paced burst, in ms from when each request was meant to be sent. */
  readonly p50: number;
  readonly p99: number;
}

interface Target {
  readonly connections: readonly Connection[];
  readonly next: () => Buffer;
}

const targets = new Map<number, Target>();

/** Connected once, then kept: every burst finds its connections open. */
async function targetAt({ port, connections }: Burst): Promise<Target> {
  const known = targets.get(port);
  if (known) return known;
  const requests = requestsTo(port);
  let at = 0;
  const target = {
    connections: await Promise.all(Array.from({ length: connections }, () => connect(port))),
    next: () => requests[at++ % requests.length] as Buffer,
  };
  targets.set(port, target);
  return target;
}

/** Every connection asks again as soon as it is answered; ends when the last answer is in. */
function saturate({ connections, next }: Target, ms: number): Promise<BurstOutcome> {
  return new Promise((resolve) => {
    let on = true;
    let answered = 0;
    let asking = connections.length;
    setTimeout(() => {
      on = false;
    }, ms);
    for (const connection of connections) {
      connection.answered = () => {
        answered++;
        if (on) connection.send(next());
        else if (--asking === 0) resolve({ answered, p50: 0, p99: 0 });
      };
      connection.send(next());
    }
  });
}

/** Requests are due at a steady rate, whether or not the ones before are answered. */
function pace({ connections, next }: Target, ms: number, rate: number): Promise<BurstOutcome> {
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
        const meant = due.shift() as number;
        connection.answered = () => {
          latencies.push(performance.now() - meant);
          idle.push(connection);
          send();
          if (latencies.length === total)
            resolve({ answered: total, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) });
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
  process.send?.(await (rate === undefined ? saturate(target, ms) : pace(target, ms, rate)));
});
process.on('disconnect', () => process.exit());
