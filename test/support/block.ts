/** The CPU time of this thread so far, which no other process adds to. */
export const cpuMillis = () => {
  const { user, system } = process.threadCpuUsage ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
};

/** Blocks the event loop for this long, and uses half as much CPU time at least: on a busy machine it takes longer. */
export function blockFor(ms: number): void {
  const until = performance.now() + ms;
  const untilCpu = cpuMillis() + ms / 2;
  while (performance.now() < until || cpuMillis() < untilCpu);
}
