import type { SpoolReport } from './spool-ledger.ts';

/** What the spool has of one queue, in the thread of the app. */
export interface SpoolAccount {
  add(report: SpoolReport): void;
  readonly waiting: number;
  readonly bytes: number;
  /** All of them since the start. */
  readonly adopted: number;
  readonly dropped: number;
  readonly refused: number;
}

export interface SpoolSpeaker {
  warn(text: string): void;
  info(text: string): void;
}

/** Says once that the collector or the spool is lost, and once that the collector is back. */
export function createSpoolAccount({ warn, info }: SpoolSpeaker): SpoolAccount {
  let last = { waiting: 0, bytes: 0 };
  const sums = { adopted: 0, dropped: 0, refused: 0 };
  let isLost = false;
  let saidProblem = false;

  function say({ trouble, problem }: SpoolReport): void {
    if (problem !== null && !saidProblem) warn(`${problem} Without it, requests wait in memory.`);
    saidProblem = problem !== null;
    if (trouble !== null && problem === null && !isLost) {
      isLost = true;
      warn(`${trouble} Requests are kept in the spool and sent later. Your app is not affected.`);
    } else if (trouble === null && isLost) {
      isLost = false;
      info('The collector is back.');
    }
  }

  return {
    add(report) {
      last = report;
      sums.adopted += report.adopted;
      sums.dropped += report.dropped;
      sums.refused += report.refused;
      say(report);
    },
    get waiting() {
      return last.waiting;
    },
    get bytes() {
      return last.bytes;
    },
    get adopted() {
      return sums.adopted;
    },
    get dropped() {
      return sums.dropped;
    },
    get refused() {
      return sums.refused;
    },
  };
}
