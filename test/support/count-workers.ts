interface Report {
  readonly workers?: readonly Report[];
}

/** The number of worker threads that this thread has started and that are alive, without those they have started. */
export function countWorkers(): number {
  return (process.report.getReport() as Report).workers?.length ?? 0;
}

/** The number of all worker threads of the process, including those that workers have started. */
export function countAllWorkers(): number {
  const count = ({ workers = [] }: Report): number =>
    workers.reduce((sum, worker) => sum + 1 + count(worker), 0);
  return count(process.report.getReport() as Report);
}
