import type { Command } from 'commander';
import { countOf, countText } from '../../format/count-text.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Seq } from '../../profile/token.ts';
import { addParts, findAll } from '../../store/find-page.ts';
import type { Store } from '../../store/store.ts';
import { EXIT_FAILURE, usageError } from '../command-error.ts';
import { canAsk, confirm } from '../confirm.ts';
import { queryCommand } from '../help.ts';
import { entryTable } from '../output/entry-table.ts';
import { jsonText } from '../output/json.ts';
import { terminalOf } from '../output/terminal.ts';
import { readQuery } from '../query-argument.ts';
import { jsonOption, type ReadOptions, storageOption, zoneOption } from '../shared-options.ts';
import { withBook } from '../with-book.ts';

interface DeleteOptions extends ReadOptions {
  readonly yes?: true;
}

/** Profiles that are listed before the question. */
const LISTED = 5;

export function deleteCommand(): Command {
  return queryCommand(
    'delete',
    '<query...>',
    'user:42',
    'gatebook delete user:42',
    'gatebook delete log:hunter2 --yes',
  )
    .summary('delete the profiles that a query finds')
    .description(
      'Delete the profiles that a query finds, such as those of one user or with a leaked secret, with their error stages and sub-requests. ' +
        'Asks first. Safe while the app is writing; requests that it records later are not deleted.',
    )
    .addOption(storageOption())
    .addOption(zoneOption())
    .option('--yes', 'do not ask')
    .addOption(jsonOption())
    .action(deleteProfiles);
}

async function deleteProfiles(words: string[], options: DeleteOptions, command: Command): Promise<void> {
  const { storage, tz, yes, json } = options;
  const search = readQuery(words, command, { params: { tz } });
  if (!search) return;
  const { terms, details, sort } = search.criteria;
  if (terms.length === 0 && !details)
    throw usageError('Write a query, such as user:42. To delete the oldest profiles, use: gatebook prune');
  if (sort)
    throw usageError('All profiles that the query finds are deleted, in no order. Remove sort: from it.');
  await withBook(
    storage,
    async (store) => {
      if (!store.delete) throw usageError('This storage cannot delete single profiles.');
      const { seqs, first } = await find(store, { terms, ...(details && { details }) });
      if (seqs.size > 0 && !yes && !(await isConfirmed(store, seqs.size, first, tz)))
        return fail('Nothing was deleted');
      // Even if nothing matches, this cleans up after a command that was killed.
      const deleted = await store.delete([...seqs]);
      if (seqs.size === 0) fail('No matching requests');
      if (json) process.stdout.write(`${jsonText('delete', { deleted })}\n`);
      else if (seqs.size > 0) process.stdout.write(`Deleted ${countOf(deleted, 'profile')}\n`);
    },
    { makesRoom: false },
  );
}

/** The seqs of all matches with their error stages and sub-requests, and the newest matches. */
async function find(
  store: Store,
  criteria: Parameters<typeof findAll>[1],
): Promise<{ seqs: Set<Seq>; first: readonly Entry[] }> {
  const seqs = new Set<Seq>();
  const first: Entry[] = [];
  for await (const entries of findAll(store, criteria)) {
    first.push(...entries.slice(0, LISTED - first.length));
    for (const { seq } of entries) seqs.add(seq);
  }
  await addParts(store, seqs);
  return { seqs, first };
}

async function isConfirmed(
  { tokens }: Store,
  count: number,
  first: readonly Entry[],
  zone: string,
): Promise<boolean> {
  const lines = entryTable(first, { tokens, zone, terminal: terminalOf(process.stderr) });
  const more = count - first.length;
  if (more > 0) lines.push(`and ${countText(more)} more, error stages and sub-requests included`);
  process.stderr.write(`${lines.join('\n')}\n`);
  if (!canAsk()) throw usageError(`Pass --yes to delete ${countOf(count, 'profile')}.`);
  return confirm(`Delete ${countOf(count, 'profile')}?`);
}

function fail(message: string): void {
  process.stderr.write(`gatebook: ${message}\n`);
  process.exitCode = EXIT_FAILURE;
}
