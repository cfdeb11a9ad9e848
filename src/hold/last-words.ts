/** Something that holds what is not written yet. Its last words may block for a moment, and no longer. */
type LastWords = () => void;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const all = new Set<LastWords>();

function sayAll(): void {
  for (const say of all) {
    try {
      say();
    } catch {
      // The process ends; nobody is left to be told.
    }
  }
  all.clear();
}

/** A signal nobody else listens to ends the process, as it would without us; an app that does will end in its own way. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  sayAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Called when the process ends: by itself, by `process.exit`, by an error nobody caught or by a signal. */
export function atTheEnd(say: LastWords): () => void {
  if (all.size === 0) {
    process.on('exit', sayAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  all.add(say);
  return () => {
    all.delete(say);
    if (all.size > 0) return;
    process.off('exit', sayAll);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
