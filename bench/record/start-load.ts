import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Cores, forkOn } from './cores.ts';
import type { Burst, BurstResult } from './load.ts';

export interface Load {
  readonly pid: number;
  /** Runs one burst at a time. Resolves after the last response. */
  run(burst: Omit<Burst, 'connections' | 'isAwake'>): Promise<BurstResult>;
  /** The number of responses from this port so far. */
  responsesFrom(port: number): number;
  /** Ends the load process and its connections. */
  stop(): void;
}

const CONNECTIONS = 32;

/** Starts the load process, which exits with this process. */
export function startLoad(cores: Cores = null): Load {
  const child = fork(new URL('./load.ts', import.meta.url), forkOn(cores));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The load process exited with ${code} during a burst.`);
  });
  ended.catch(() => {});
  const responses = new Map<number, number>();
  return {
    pid: child.pid ?? 0,
    async run(burst) {
      const result = once(child, 'message');
      child.send({ ...burst, connections: CONNECTIONS, isAwake: cores !== null } satisfies Burst);
      const [message] = await Promise.race([result, ended]);
      const { port } = burst;
      responses.set(port, (responses.get(port) ?? 0) + (message as BurstResult).responses);
      return message as BurstResult;
    },
    responsesFrom: (port) => responses.get(port) ?? 0,
    stop: () => child.disconnect(),
  };
}
