import { Argument, Command, Option } from 'commander';
import { closestMatch } from '../../format/closest-match.ts';
import { EVERYTHING, panelFacts, SHOWN, type Shown, SUMMARY } from '../../report/profile/panel-facts.ts';
import { readProfile } from '../../report/profile/read-profile.ts';
import { findProfile, PROFILE_NAME } from '../find-profile.ts';
import { examples } from '../help.ts';
import { printAnswer } from '../output/print-answer.ts';
import { invalid, jsonOption, type ReadOptions, storageOption, zoneOption } from '../shared-options.ts';
import { profileAnswer } from '../show/show-json.ts';
import { profileLines } from '../show/show-text.ts';
import { withBook } from '../with-book.ts';

interface ShowOptions extends ReadOptions {
  readonly panel?: Shown;
}

export function showCommand(): Command {
  return new Command('show')
    .summary('print one profile')
    .description('Print the summary of a profile, or one of the panels that its page has.')
    .addArgument(new Argument('<token>', PROFILE_NAME))
    .addOption(new Option('--panel <name>', 'print one panel').choices(SHOWN).argParser(readPanel))
    .addOption(storageOption())
    .addOption(zoneOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nlatest is the newest request. last-error is the newest one that failed with a server error or an exception.',
    )
    .addHelpText(
      'after',
      examples(
        'gatebook show 3fa2c1',
        'gatebook show last-error --panel exception',
        'gatebook show latest --panel queries --json',
      ),
    )
    .action(show);
}

function readPanel(text: string): Shown {
  const panel = SHOWN.find((name) => name === text.toLowerCase());
  if (panel) return panel;
  const near = closestMatch(text, SHOWN);
  return invalid('--panel', text, 'a panel', near ? `such as ${near}` : `of ${SHOWN.join(', ')}`);
}

async function show(name: string, { storage, tz: zone, panel, json }: ShowOptions): Promise<void> {
  await withBook(storage, async (store) => {
    const profile = await findProfile(store, storage, name, zone);
    const reading = await readProfile(store, profile, panel ?? (json ? EVERYTHING : SUMMARY));
    printAnswer('show', json, {
      json: () => profileAnswer(reading, panelFacts(reading), panel),
      lines: (terminal) => profileLines(reading, panel ?? SUMMARY, { zone, terminal }),
    });
  });
}
