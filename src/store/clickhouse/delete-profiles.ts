import { setTimeout as sleep } from 'node:timers/promises';
import { GatebookError } from '../../errors.ts';
import { type Engine, refuseCluster } from './engine/engine.ts';
import { recordPruning } from './prune.ts';

/** Seqs in one statement. With 15 digits each, ten thousand fit into the 256 KB that a server reads. */
const SEQS_PER_STATEMENT = 10_000;
const POLL_MS = 50;

/** Deletes these profiles. Returns how many of them the book had. */
export async function deleteProfiles(engine: Engine, seqs: readonly number[]): Promise<number> {
  await refuseCluster(
    engine,
    'To delete profiles, run ALTER TABLE entries_local ON CLUSTER ... DELETE WHERE ..., and the same for details_local.',
  );
  let deleted = 0;
  const sorted = [...seqs].sort((a, b) => a - b);
  for (let i = 0; i < sorted.length; i += SEQS_PER_STATEMENT)
    deleted += await startDeleting(engine, sorted.slice(i, i + SEQS_PER_STATEMENT));
  if (deleted > 0) await waitUntilDeleted(engine);
  return deleted;
}

/** A lightweight DELETE would only hide the rows until their part is merged. */
async function startDeleting(engine: Engine, seqs: readonly number[]): Promise<number> {
  // Numbers, so that they can be part of the text: a mutation is stored as text.
  const condition = `seq IN (${seqs.map(Number).join()})`;
  const entries = await recordPruning(engine, condition);
  if (entries === 0) return 0;
  for (const table of ['entries', 'details'])
    await engine.run(`ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 0`);
  return entries;
}

/** Rewriting the parts of a large book takes longer than a request may. */
async function waitUntilDeleted(engine: Engine): Promise<void> {
  for (;;) {
    const [[left, reason] = []] = await engine.read(
      `SELECT count(), max(latest_fail_reason) FROM system.mutations
       WHERE database = currentDatabase() AND table IN ('entries', 'details') AND NOT is_done`,
    );
    if (Number(left) === 0) return;
    if (reason)
      throw new GatebookError('store-failed', `${engine.name} can't delete the profiles: ${reason}.`);
    await sleep(POLL_MS);
  }
}
