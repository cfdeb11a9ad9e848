// Ends this process when it has used more CPU time than it may: a loop without an end is found on a busy machine too, and no test
// that only waits for the machine is taken for one.
import { Worker } from 'node:worker_threads';

const EVERY_MS = 200;
const WATCH = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const limit = Atomics.load(workerData, 0);
    if (limit > 0 && (user + system) / 1000 > limit) process.kill(process.pid, 'SIGKILL');
  }, ${EVERY_MS});
`;

/** Returns a function that sets the limit: this many milliseconds from now, or none (0). */
export function watchCpu() {
  const limit = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(WATCH, { eval: true, execArgv: [], env: {}, workerData: limit });
  thread.unref();
  return (ms) => {
    const { user, system } = process.cpuUsage();
    Atomics.store(limit, 0, ms === 0 ? 0 : Math.round((user + system) / 1000 + ms));
  };
}
