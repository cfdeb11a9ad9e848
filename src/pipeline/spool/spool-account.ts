import type { SpoolReport } from './spool-ledger.ts';

type Total = Omit<SpoolReport, 'trouble' | 'problem'>;

/** What the spool has of one queue, in the thread of the app. */
export interface SpoolAccount {
  add(report: SpoolReport): void;
  /** What waits now, and what happened since the start. */
  total(): Total;
}

export interface SpoolSpeaker {
  warn(text: string): void;
  info(text: string): void;
}

/** Says once that the collector or the spool is lost, and once that the collector is back. */
export function createSpoolAccount({ warn, info }: SpoolSpeaker): SpoolAccount {
  let total: Total = { waiting: 0, bytes: 0, adopted: 0, dropped: 0, refused: 0 };
  let saidLost = false;
  let saidProblem = false;

  function say({ trouble, problem }: SpoolReport): void {
    if (problem !== null && !saidProblem) warn(`${problem} Without it, requests wait in memory.`);
    saidProblem = problem !== null;
    if (trouble !== null && problem === null && !saidLost) {
      saidLost = true;
      warn(`${trouble} Requests are kept in the spool and sent later. Your app is not affected.`);
    } else if (trouble === null && saidLost) {
      saidLost = false;
      info('The collector is back.');
    }
  }

  return {
    add(report) {
      const { waiting, bytes, adopted, dropped, refused } = report;
      total = {
        waiting,
        bytes,
        adopted: total.adopted + adopted,
        dropped: total.dropped + dropped,
        refused: total.refused + refused,
      };
      say(report);
    },
    total: () => total,
  };
}
