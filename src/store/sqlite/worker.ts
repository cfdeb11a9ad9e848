import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../worker/rpc-server.ts';
import { toFailure } from './failure.ts';
import { OPEN, type WorkerData } from './threads.ts';

const { side, repliesSent, ...options } = workerData as WorkerData;
if (parentPort) {
  serveCalls({
    port: parentPort,
    repliesSent,
    // The reader and the keeper open the book when they are first asked: by then the writer has made it.
    open: () => OPEN[side](options),
    toFailure: (error) => toFailure(error, options.path),
  });
}
