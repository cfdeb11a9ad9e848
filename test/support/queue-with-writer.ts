import { type Budget, createBudget } from '../../src/pipeline/budget.ts';
import type { Draft } from '../../src/pipeline/draft/draft.ts';
import { decodeDrafts } from '../../src/pipeline/draft/draft-decoder.ts';
import { createQueue } from '../../src/pipeline/queue.ts';
import type { EncodedBatch } from '../../src/pipeline/writer/writer.ts';
import type { Seq } from '../../src/profile/token.ts';
import { sampleDraft } from './sample-draft.ts';

interface Settings {
  /** The first writes fail with these. */
  readonly errors?: unknown[];
  readonly batchDrafts?: number;
  /** Each write waits for `go`. */
  readonly isSlow?: boolean;
  readonly budget?: Budget;
}

/** A queue with a writer whose failures and speed a test decides. */
export function queueWithWriter({
  errors = [],
  batchDrafts = 1000,
  isSlow = false,
  budget = createBudget({ bytesPerSecond: 1e9, memory: 1e9 }),
}: Settings = {}) {
  const writes: string[][] = [];
  const batches: EncodedBatch[] = [];
  const reports: string[] = [];
  let go = () => {};
  const write = async (batch: EncodedBatch) => {
    const targets = [...decodeDrafts(batch.drafts)].map(({ target }) => target);
    writes.push(targets);
    batches.push(batch);
    if (isSlow)
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    if (errors.length > 0) throw errors.shift();
    return targets.length;
  };
  const queue = createQueue({
    writer: { write, lease: async (size) => ({ first: 40 as Seq, end: 40 + size }) },
    budget,
    batchDrafts,
    onTrouble: (error, outcome) =>
      reports.push(`${outcome}: ${error instanceof Error ? error.message : error}`),
    onRecovery: () => reports.push('recovered'),
  });
  const append = (...targets: readonly (string | Partial<Draft>)[]) => {
    for (const each of targets)
      queue.append(typeof each === 'string' ? sampleDraft(each) : sampleDraft('/', each));
  };
  return { queue, writes, batches, reports, append, go: () => go() };
}
