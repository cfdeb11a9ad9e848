import type { Instrumentation } from './instrumentation.ts';

/** The panels that are on, each with the number of books that want it. */
const running = new Map<string, { users: number; readonly stop: () => void }>();

export function isRunning(name: string): boolean {
  return running.has(name);
}

/** One more book wants these panels. What it gives back says that it wants them no more. */
export function useInstrumentations(panels: readonly Instrumentation[], onFault: () => void): () => void {
  const used = panels.filter((panel) => begin(panel, onFault));
  let over = false;
  return () => {
    if (over) return;
    over = true;
    for (const panel of used) end(panel, onFault);
  };
}

function begin(panel: Instrumentation, onFault: () => void): boolean {
  const known = running.get(panel.name);
  if (known) {
    known.users++;
    return true;
  }
  try {
    running.set(panel.name, { users: 1, stop: panel.start() });
    return true;
  } catch {
    onFault();
    return false;
  }
}

function end({ name }: Instrumentation, onFault: () => void): void {
  const known = running.get(name);
  if (!known || --known.users > 0) return;
  running.delete(name);
  try {
    known.stop();
  } catch {
    onFault();
  }
}
