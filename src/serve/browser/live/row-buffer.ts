import { mergeRows, type Row } from './rows.ts';

export interface RowCounts {
  /** Matches added to the table since Live was started. */
  readonly added: number;
  /** Matches that wait until the buffer is no longer paused. */
  readonly waiting: number;
}

/** Collects rows from the server and shows them, unless it is paused. */
export interface RowBuffer {
  resetCount(): void;
  /** Replaces all rows: the server has sent the whole list. */
  replace(rows: readonly Row[], limit: number): void;
  add(rows: readonly Row[]): void;
  pause(isPaused: boolean): void;
  /** Shows waiting rows, even while paused. */
  flush(): void;
}

/** The table must not move while the user points at a row, so rows wait while the buffer is paused. */
export function createRowBuffer(
  show: (rows: readonly Row[]) => void,
  onCounts: (counts: RowCounts) => void,
): RowBuffer {
  let shown: readonly Row[] = [];
  let replacement: readonly Row[] | null = null;
  let waitingRows: readonly Row[] = [];
  let limit = 0;
  let isPaused = false;
  let added = 0;
  /** Can exceed the number of `waitingRows`, which the limit cuts. */
  let waiting = 0;

  function flush(): void {
    if (replacement === null && waitingRows.length === 0) return;
    shown = mergeRows(replacement ?? shown, waitingRows, limit);
    added += waiting;
    replacement = null;
    waitingRows = [];
    waiting = 0;
    show(shown);
  }
  function update(): void {
    if (!isPaused) flush();
    onCounts({ added, waiting });
  }

  return {
    flush,
    resetCount() {
      added = 0;
    },
    replace(rows, newLimit) {
      replacement = rows;
      waitingRows = [];
      waiting = 0;
      limit = newLimit;
      update();
    },
    add(rows) {
      waitingRows = mergeRows(waitingRows, rows, limit);
      waiting += rows.filter(({ isCounted }) => isCounted).length;
      update();
    },
    pause(value) {
      if (isPaused === value) return;
      isPaused = value;
      update();
    },
  };
}
