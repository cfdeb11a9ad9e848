import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Settled } from './answer-parent.ts';
import { type Cores, forkOn } from './cores.ts';

/** An app in a process of its own, as its parent sees it. */
export interface App {
  readonly port: number;
  /** Waits until the app has nothing left to do. */
  settle(): Promise<Settled>;
  stop(): Promise<void>;
}

/** @param module calls `answerParent` */
export async function startApp(module: URL, args: readonly string[], cores: Cores): Promise<App> {
  const child = fork(module, args, {
    ...forkOn(cores, ['--expose-gc']),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`The app ${args.join(' ')} exited with ${code}.`);
  });
  failed.catch(() => {});
  const next = async () => ((await Promise.race([once(child, 'message'), failed])) as [unknown])[0];
  return {
    port: (await next()) as number,
    async settle() {
      const answer = next();
      child.send('settle');
      return (await answer) as Settled;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
