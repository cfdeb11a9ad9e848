import type { MessagePort } from 'node:worker_threads';
import { isPaced, pace } from './paced.ts';
import type { Answer, Answered, Call, Failure } from './thread.ts';

type Methods = Record<string, ((...args: readonly unknown[]) => unknown) | undefined>;

export interface Answering {
  readonly port: MessagePort;
  readonly answered: Answered;
  /** Called when the first question comes, and again with the next if it failed. */
  readonly open: () => object;
  readonly toFailure: (error: unknown) => Failure;
}

/** The other end of a thread: answers what it is asked, several questions at once if they are paced. */
export function answerCalls({ port, answered, open, toFailure }: Answering): void {
  const cancelled = new Set<number>();
  let opened: Methods | undefined;
  const methods = () => {
    opened ??= open() as Methods;
    return opened;
  };

  async function answer(id: number, work: () => unknown, deadline?: number): Promise<void> {
    try {
      const result = work();
      const value = isPaced(result)
        ? await pace(result, deadline, () => cancelled.delete(id))
        : result instanceof Promise
          ? await result
          : result;
      port.postMessage({ id, value } satisfies Answer);
    } catch (error) {
      port.postMessage({ id, error: toFailure(error) } satisfies Answer);
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
