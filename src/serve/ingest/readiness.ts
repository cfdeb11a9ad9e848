import type { Store } from '../../store/store.ts';

/** How long an answer counts: strangers may ask, and must not make the book work. */
const VALID_MS = 1000;
const PROBE_MS = 2000;

/** Whether the book can be read at this moment. */
export function createReadiness(store: Store): () => Promise<boolean> {
  let asked: Promise<boolean> = Promise.resolve(false);
  let askedAt = Number.NEGATIVE_INFINITY;

  async function probe(): Promise<boolean> {
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, PROBE_MS, false).unref());
    const read = store.count([], 1, { deadline: PROBE_MS }).then(
      () => true,
      () => false,
    );
    return Promise.race([read, late]);
  }

  return () => {
    if (performance.now() - askedAt > VALID_MS) {
      askedAt = performance.now();
      asked = probe();
    }
    return asked;
  };
}
