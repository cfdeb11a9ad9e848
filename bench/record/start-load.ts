import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Burst, BurstOutcome } from './load.ts';

export interface Load {
  readonly pid: number;
  /** One burst at a time; resolves when its last answer is in. */
  run(burst: Omit<Burst, 'connections'>): Promise<BurstOutcome>;
  /** All requests that were answered there so far. */
  answeredAt(port: number): number;
}

const CONNECTIONS = 32;

/** It ends with this process. */
export function startLoad(): Load {
  const child = fork(new URL('./load.ts', import.meta.url), { execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The load ended with ${code} in the middle of a burst.`);
  });
  ended.catch(() => {});
  const answered = new Map<number, number>();
  return {
    pid: child.pid ?? 0,
    async run(burst) {
      const outcome = once(child, 'message');
      child.send({ ...burst, connections: CONNECTIONS } satisfies Burst);
      const [message] = await Promise.race([outcome, ended]);
      const { port } = burst;
      answered.set(port, (answered.get(port) ?? 0) + (message as BurstOutcome).answered);
      return message as BurstOutcome;
    },
    answeredAt: (port) => answered.get(port) ?? 0,
  };
}
