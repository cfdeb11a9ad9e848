/** May block for a moment. */
type Flush = () => void;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** One set for the process: `process.listenerCount` must see one listener of ours, however many books there are. */
const pending = new Set<Flush>();

function flushAll(): void {
  for (const flush of pending) {
    try {
      flush();
    } catch {
      // The process is exiting.
    }
  }
  pending.clear();
}

/** If no other listener handles the signal, flushes and lets it end the process. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  flushAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Calls `flush` when the process exits, also through `process.exit`, an uncaught error or a signal. Returns a function that cancels it. */
export function flushOnExit(flush: Flush): () => void {
  if (pending.size === 0) {
    process.on('exit', flushAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  pending.add(flush);
  return () => {
    pending.delete(flush);
    if (pending.size > 0) return;
    process.off('exit', flushAll);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
