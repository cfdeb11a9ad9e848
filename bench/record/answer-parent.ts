/** CPU time since the process started, in µs. */
export interface Usage {
  readonly thread: number;
  readonly process: number;
}

export interface Settled {
  /** When the parent asked, right after the last response. */
  readonly answered: Usage;
  /** When everything was written. */
  readonly written: Usage;
  /** When nothing was left to do. */
  readonly idle: Usage;
  /** The number of requests that were kept, where it can be counted. */
  readonly kept: number | null;
}

export interface Work {
  readonly port: number;
  /** Waits until everything recorded or logged is written. */
  settle?(): Promise<unknown>;
  /** Does what the store has postponed. */
  maintain?(): Promise<unknown>;
  kept?(): number;
}

/** Sends the port to the parent, and its CPU time when the parent asks it to settle. */
export function answerParent({ port, settle, maintain, kept }: Work): void {
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => process.exit());
  process.on('message', async () => {
    const answered = usage();
    await settle?.();
    const written = usage();
    await maintain?.();
    // A turn pays for its own garbage.
    globalThis.gc?.({ type: 'minor' });
    process.send?.({ answered, written, idle: usage(), kept: kept?.() ?? null } satisfies Settled);
  });
  process.send?.(port);
}

function usage(): Usage {
  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
  return { thread: sum(process.threadCpuUsage()), process: sum(process.cpuUsage()) };
}
