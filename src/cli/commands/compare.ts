import { Command } from 'commander';
import { compareProfiles } from '../../compare/compare-profiles.ts';
import { missingDetailText } from '../../compare/difference.ts';
import { entryJson } from '../../profile/entry-json.ts';
import type { Profile } from '../../profile/profile.ts';
import { findProfile, PROFILE_NAME } from '../find-profile.ts';
import { examples } from '../help.ts';
import { comparisonJson, comparisonLines } from '../output/comparison-text.ts';
import { requestLine } from '../output/entry-table.ts';
import { printAnswer } from '../output/print-answer.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { jsonOption, type ReadOptions, storageOption, zoneOption } from '../shared-options.ts';
import { withBook } from '../with-book.ts';

interface CompareOptions extends ReadOptions {
  readonly all?: true;
}

export function compareCommand(): Command {
  return new Command('compare')
    .summary('compare two profiles')
    .description(
      'Compare two profiles: what differs that can matter first, as on the page. What differs between equal requests too is counted.',
    )
    .argument('<a>', PROFILE_NAME)
    .argument('<b>', 'the profile to compare with it')
    .addOption(storageOption())
    .addOption(zoneOption())
    .option('--all', 'list what differs between equal requests and what is identical, too')
    .addOption(jsonOption())
    .addHelpText('after', examples('gatebook compare 6c0805 3fa2c1'))
    .action(compare);
}

async function compare(a: string, b: string, { storage, tz, json, all }: CompareOptions): Promise<void> {
  await withBook(storage, async (store) => {
    const { tokens } = store;
    const sides = await Promise.all([findProfile(store, storage, a), findProfile(store, storage, b)]);
    const comparison = compareProfiles(...sides, { why: 'chosen' });
    printAnswer('compare', json, {
      json: () => ({
        a: entryJson(sides[0].entry, tokens),
        b: entryJson(sides[1].entry, tokens),
        ...comparisonJson(comparison),
      }),
      lines(terminal) {
        const line = (name: string, { entry }: Profile) =>
          `${terminal.style('bold', name)}  ${requestLine(entry, tokens, tz, terminal)}`;
        const lines = [
          line('A', sides[0]),
          line('B', sides[1]),
          ...missingDetailText(sides, tokens),
          '',
          ...comparisonLines(comparison, terminal, all),
        ];
        return wrapLines(lines, terminal);
      },
    });
  });
}
