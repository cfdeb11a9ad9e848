const flushes = new Set<() => Promise<void>>();

/** Each but once: a store that fails would otherwise keep the process from ending. */
function flushAll(): void {
  for (const flush of flushes) void flush();
  flushes.clear();
}

/** Flushes when the process is about to end by itself. One listener serves all books: Node warns of eleven. */
export function flushBeforeExit(flush: () => Promise<void>): () => void {
  if (flushes.size === 0) process.once('beforeExit', flushAll);
  flushes.add(flush);
  return () => {
    flushes.delete(flush);
    if (flushes.size === 0) process.off('beforeExit', flushAll);
  };
}
