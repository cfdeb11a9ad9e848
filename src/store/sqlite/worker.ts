import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../worker/rpc-server.ts';
import { toFailure } from './files/failure.ts';
import { OPEN, type WorkerData } from './threads.ts';

const { thread, repliesSent, ...options } = workerData as WorkerData;
if (parentPort) {
  serveCalls({
    port: parentPort,
    repliesSent,
    open: () => OPEN[thread](options),
    toFailure: (error) => toFailure(error, options.path),
  });
}
