import { Command } from 'commander';
import { missingDetailText } from '../../compare/difference.ts';
import {
  ALIKE_NOTES,
  hasFailed,
  lastWorkedText,
  neverWorkedText,
  type SinceItWorked,
  sinceItWorked,
} from '../../compare/since-it-worked.ts';
import { sampleText, type UsualDuration, usualDuration } from '../../compare/usual-duration.ts';
import { formatDuration } from '../../format/units.ts';
import { entryJson } from '../../profile/entry-json.ts';
import type { Profile } from '../../profile/profile.ts';
import { formatIsoTime } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';
import { findProfile, PROFILE_NAME } from '../find-profile.ts';
import { examples } from '../help.ts';
import { comparisonJson, comparisonLines } from '../output/comparison-text.ts';
import { requestLine } from '../output/entry-table.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { jsonOption, type ReadOptions, storageOption, zoneOption } from '../shared-options.ts';
import { briefException, indented } from '../show/show-exception.ts';
import { withBook } from '../with-book.ts';

interface SinceOptions extends ReadOptions {
  readonly all?: true;
}

const DEADLINE = 10_000;

export function sinceCommand(): Command {
  return new Command('since')
    .summary('say what changed since a request last worked')
    .description(
      'Say when the same route last worked, and what differs since then. A request that worked is compared with what is usual for ' +
        'its route.',
    )
    .argument('<token>', PROFILE_NAME)
    .addOption(storageOption())
    .addOption(zoneOption())
    .option('--all', 'list what differs between equal requests and what is identical, too')
    .addOption(jsonOption())
    .addHelpText('after', examples('gatebook since last-error'))
    .action(since);
}

async function since(name: string, { storage, tz: zone, json, all }: SinceOptions): Promise<void> {
  await withBook(storage, async (store) => {
    const profile = await findProfile(store, storage, name);
    const { tokens } = store;
    const reference = hasFailed(profile.entry)
      ? await sinceItWorked(store, profile, { deadline: DEADLINE })
      : await usualDuration(store, profile, { deadline: DEADLINE });
    printAnswer('since', json, {
      json: () => ({ request: entryJson(profile.entry, tokens), ...referenceJson(reference, tokens) }),
      lines(terminal) {
        const lines = [
          requestLine(profile.entry, tokens, zone, terminal),
          ...indented(briefException(profile.detail?.exception ?? null)),
          ...referenceLines(reference, { profile, tokens, zone, terminal, all }),
        ];
        return wrapLines(lines, terminal);
      },
    });
  });
}

type Reference = SinceItWorked | UsualDuration | null;

function referenceJson(reference: Reference, tokens: Tokens): object {
  if (reference === null) return { outcome: 'worked' };
  if ('median' in reference) {
    const { median, sample, slower } = reference;
    return {
      outcome: 'worked',
      usualDuration: median,
      sample,
      ...(slower && {
        comparedWith: tokens.tokenOf(slower.compared.entry.seq),
        ...comparisonJson(slower.comparison),
      }),
    };
  }
  if (reference.outcome === 'unknown')
    return { outcome: 'unknown', searchedTo: formatIsoTime(reference.searchedTo) };
  if (reference.outcome !== 'found') return { outcome: reference.outcome };
  const { last, compared, alike, comparison } = reference;
  return {
    outcome: 'found',
    lastWorked: entryJson(last, tokens),
    comparedWith: tokens.tokenOf(compared.entry.seq),
    alike,
    ...comparisonJson(comparison),
  };
}

interface View {
  readonly profile: Profile;
  readonly tokens: Tokens;
  readonly zone: string;
  readonly terminal: Terminal;
  readonly all: true | undefined;
}

function referenceLines(reference: Reference, view: View): string[] {
  const { profile, tokens, zone, terminal, all } = view;
  if (reference === null)
    return ['This request worked. There are too few earlier ones to the same route to say what is usual.'];
  if ('median' in reference) return usualLines(reference, view);
  if (reference.outcome !== 'found') return [neverWorkedText(reference, zone)];
  const { last, compared, comparison } = reference;
  const { text, isLast } = lastWorkedText(reference, profile.entry);
  const other = `${isLast ? 'it' : tokens.tokenOf(compared.entry.seq)}${ALIKE_NOTES[reference.alike]}`;
  return [
    `Last worked ${text} (${tokens.tokenOf(last.seq)}). Compared with ${other}:`,
    ...missingDetailText([profile, compared], tokens),
    '',
    ...comparisonLines(comparison, terminal, all),
  ];
}

function usualLines(usual: UsualDuration, { profile, tokens, terminal, all }: View): string[] {
  const { median, slower } = usual;
  const { entry } = profile;
  const worked = `This ${entry.kind === 'job' ? 'job' : 'request'} worked. Usually ${formatDuration(median)} ${sampleText(usual)}.`;
  if (!slower) return [worked];
  const compared = tokens.tokenOf(slower.compared.entry.seq);
  return [
    `${worked} This one took ${formatDuration(entry.duration)}. Compared with ${compared}, a usual one:`,
    '',
    ...comparisonLines(slower.comparison, terminal, all),
  ];
}
