import { merge, type Row } from './listing.ts';

export interface InflowCounts {
  /** Rows that came into the listing since it was started. */
  readonly fresh: number;
  /** Rows that wait until the reader is done with one. */
  readonly waiting: number;
}

export interface Inflow {
  start(): void;
  /** The listing as it stands. */
  renew(rows: readonly Row[], limit: number): void;
  add(rows: readonly Row[]): void;
  pause(paused: boolean): void;
  bringIn(): void;
}

/** Rows on their way into the listing. While a row is being read nothing moves: what comes then waits. */
export function createInflow(
  show: (rows: readonly Row[]) => void,
  onCounts: (counts: InflowCounts) => void,
): Inflow {
  let rows: readonly Row[] = [];
  let renewed: readonly Row[] | null = null;
  let added: readonly Row[] = [];
  let limit = 0;
  let paused = false;
  let fresh = 0;
  let waiting = 0;

  function bringIn(): void {
    if (renewed === null && waiting === 0) return;
    rows = merge(renewed ?? rows, added, limit);
    fresh += waiting;
    renewed = null;
    added = [];
    waiting = 0;
    show(rows);
  }
  function settle(): void {
    if (!paused) bringIn();
    onCounts({ fresh, waiting });
  }

  return {
    bringIn,
    start() {
      fresh = 0;
    },
    renew(given, most) {
      renewed = given;
      added = [];
      waiting = 0;
      limit = most;
      settle();
    },
    add(given) {
      added = merge(added, given, limit);
      waiting += given.length;
      settle();
    },
    pause(now) {
      if (paused === now) return;
      paused = now;
      settle();
    },
  };
}
