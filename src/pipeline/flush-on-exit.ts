/** Something that holds what is not written yet. Its last words may block for a moment, and no longer. */
type Flush = () => void;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const pending = new Set<Flush>();

function flushAll(): void {
  for (const say of pending) {
    try {
      say();
    } catch {
      // The process ends; nobody is left to be told.
    }
  }
  pending.clear();
}

/** A signal nobody else listens to ends the process, as it would without us; an app that does will end in its own way. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  flushAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Called when the process ends: by itself, by `process.exit`, by an error nobody caught or by a signal. */
export function flushOnExit(say: Flush): () => void {
  if (pending.size === 0) {
    process.on('exit', flushAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  pending.add(say);
  return () => {
    pending.delete(say);
    if (pending.size > 0) return;
    process.off('exit', flushAll);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
