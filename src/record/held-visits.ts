import { randomBytes } from 'node:crypto';
import type { InProgress } from './in-progress.ts';
import type { Recording } from './recording.ts';

/** Longer than it takes from the locked page to the login, for a person who opens the printed link. */
const HOLD_MS = 10_000;
/** Behind some proxies every client looks local: more visits than these are recorded at once. */
const MAX_HELD = 100;

/** Visits of the locked page. Those that a login follows are not attempts to get in, and are not recorded. */
export interface HeldVisits extends InProgress {
  /** Keeps a visit out of the book for ten seconds. Returns its id; empty if it is recorded at once. */
  hold(recording: Recording): string;
  /** A login came from this visit. */
  discard(id: string): void;
}

export function createHeldVisits(): HeldVisits {
  const held = new Map<
    string,
    { recording: Recording; record: (() => void) | null; timer: NodeJS.Timeout }
  >();

  function take(id: string) {
    const visit = held.get(id);
    clearTimeout(visit?.timer);
    held.delete(id);
    return visit;
  }
  const release = (id: string) => take(id)?.record?.();

  return {
    hold(recording) {
      if (held.size >= MAX_HELD) return '';
      const id = randomBytes(9).toString('base64url');
      held.set(id, { recording, record: null, timer: setTimeout(release, HOLD_MS, id).unref() });
      recording.holdBack((record) => {
        const visit = held.get(id);
        if (visit) visit.record = record;
        else record();
      });
      return id;
    },
    discard(id) {
      take(id)?.recording.discard();
    },
    endAll() {
      for (const id of [...held.keys()]) release(id);
    },
  };
}
