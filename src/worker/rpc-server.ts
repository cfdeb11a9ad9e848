import type { MessagePort } from 'node:worker_threads';
import type { Call, Failure, RepliesSent, Reply } from './rpc-client.ts';
import { isSliced, runInSlices } from './time-slice.ts';

type Methods = Record<string, ((...args: readonly unknown[]) => unknown) | undefined>;

export interface ServeOptions {
  readonly port: MessagePort;
  readonly answered: RepliesSent;
  /** Called when the first question comes, and again with the next if it failed. */
  readonly open: () => object;
  readonly toFailure: (error: unknown) => Failure;
}

/** The other end of a thread: answers what it is asked, several questions at once if they are paced. */
export function serveCalls({ port, answered, open, toFailure }: ServeOptions): void {
  const cancelled = new Set<number>();
  let opened: Methods | undefined;
  const methods = () => {
    opened ??= open() as Methods;
    return opened;
  };

  async function answer(id: number, work: () => unknown, deadline?: number): Promise<void> {
    try {
      const result = work();
      const value = isSliced(result)
        ? await runInSlices(result, deadline, () => cancelled.delete(id))
        : result instanceof Promise
          ? await result
          : result;
      port.postMessage({ id, value } satisfies Reply);
    } catch (error) {
      port.postMessage({ id, error: toFailure(error) } satisfies Reply);
    }
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  }

  port.on('message', (call: Call) => {
    if ('cancelled' in call) {
      cancelled.add(call.id);
    } else if (call.method === 'close') {
      void answer(call.id, () => opened?.close?.()).then(() => port.close());
    } else {
      void answer(call.id, () => methods()[call.method]?.(...call.args), call.deadline);
    }
  });
}
