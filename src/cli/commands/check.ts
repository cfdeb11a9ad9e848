import { Command } from 'commander';
import { countOf } from '../../format/count-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { sqlitePath } from '../../store/open-store.ts';
import type { Damage } from '../../store/sqlite/maintain/check.ts';
import { examples } from '../help.ts';
import { startProgress } from '../output/progress.ts';
import { sqliteOption } from '../shared-options.ts';

interface CheckOptions {
  readonly storage: string;
  readonly tokensOf?: string;
}

export function checkCommand(): Command {
  return new Command('check')
    .summary('verify the integrity of a SQLite book')
    .description(
      'Verify the integrity of a SQLite book, and move damaged segments to its folder "damaged" so that everything else is found. ' +
        'Safe while the app is writing. Exits with 1 if there was damage.',
    )
    .addOption(sqliteOption())
    .option(
      '--tokens-of <folder>',
      'if the catalog is lost: the backup or other book to take the token key from',
    )
    .addHelpText(
      'after',
      examples('gatebook check', 'gatebook check --storage sqlite:/var/lib/shop --tokens-of /backup/shop'),
    )
    .action(check);
}

async function check({ storage, tokensOf }: CheckOptions): Promise<void> {
  const [{ checkBook }, { rebuildCatalog, setAside }] = await Promise.all([
    import('../../store/sqlite/maintain/check.ts'),
    import('../../store/sqlite/maintain/repair.ts'),
  ]);
  const path = sqlitePath(storage);
  const progress = startProgress('profiles');
  let damage = checkBook(path, progress.update);
  progress.stop();
  if (damage.length === 0) {
    process.stdout.write(`${path}: no problems found\n`);
    return;
  }
  process.exitCode = 1;
  if (damage.some(({ segment }) => segment === null)) {
    damage.forEach(printProblem);
    const segments = rebuildCatalog(path, tokensOf);
    print(`Made a new catalog of ${countOf(segments, 'segment')}. Restart every process that uses the book.`);
    damage = checkBook(path);
  }
  for (const item of damage) {
    printProblem(item);
    const result = item.segment && setAside(path, item.segment);
    if (!result) continue;
    const had =
      result.entries === null ? 'an unknown number of profiles' : countOf(result.entries, 'profile');
    print(
      `${item.file}: taken out of the book, with ${had}. The file is now ${result.movedTo}; delete it if you don't need it.`,
    );
  }
}

function printProblem({ file, problem }: Damage): void {
  print(`${file}: ${visibleText(problem)}`);
}

function print(text: string): void {
  process.stderr.write(`gatebook: ${text}\n`);
}
