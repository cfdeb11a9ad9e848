import type { MessagePort } from 'node:worker_threads';
import type { Call, Failure, RepliesSent, Reply } from './rpc-client.ts';
import { isSliced, runInSlices } from './time-slice.ts';

type Methods = Record<string, ((...args: readonly unknown[]) => unknown) | undefined>;

export interface ServeOptions {
  readonly port: MessagePort;
  readonly repliesSent: RepliesSent;
  /** Returns the methods to serve. Runs on the first call, and on each later call until it succeeds. */
  readonly open: () => object;
  readonly toFailure: (error: unknown) => Failure;
}

/** Serves calls inside a worker thread. Calls that run in time slices take turns. */
export function serveCalls({ port, repliesSent, open, toFailure }: ServeOptions): void {
  const running = new Map<number, { cancelled: boolean }>();
  let target: Methods | undefined;

  async function reply(id: number, work: () => unknown, deadline?: number): Promise<void> {
    const call = { cancelled: false };
    running.set(id, call);
    try {
      const result = work();
      const value = await (isSliced(result) ? runInSlices(result, deadline, () => call.cancelled) : result);
      port.postMessage({ id, value } satisfies Reply);
    } catch (error) {
      port.postMessage({ id, error: toFailure(error) } satisfies Reply);
    }
    running.delete(id);
    Atomics.add(repliesSent, 0, 1);
    Atomics.notify(repliesSent, 0);
  }

  port.on('message', (message: Call) => {
    if ('cancelled' in message) {
      const call = running.get(message.id);
      if (call) call.cancelled = true;
    } else if (message.method === 'close') {
      void reply(message.id, () => target?.close?.()).then(() => port.close());
    } else {
      const { id, method, args, deadline } = message;
      const work = () => {
        target ??= open() as Methods;
        return target[method]?.(...args);
      };
      void reply(id, work, deadline);
    }
  });
}
