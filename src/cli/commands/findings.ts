import { type Command, Option } from 'commander';
import { type Recorded, recordedBy } from '../../findings/dropping.ts';
import { FINDING_KINDS, type FindingKind } from '../../findings/finding.ts';
import { readFindings } from '../../findings/findings.ts';
import { closestMatch } from '../../format/closest-match.ts';
import { visibleText } from '../../format/visible-text.ts';
import { readReports, reportsFolder } from '../../process/process-reports.ts';
import { EXIT_FAILURE, EXIT_FOUND, usageError } from '../command-error.ts';
import { queryCommand } from '../help.ts';
import { findingJson, findingLines } from '../output/finding-lines.ts';
import { printAnswer } from '../output/print-answer.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { jsonOption, type ReadOptions, storageOption, zoneOption } from '../shared-options.ts';
import { withQuerySince } from '../since-release.ts';

interface FindingsOptions extends ReadOptions {
  readonly since: string;
  readonly kinds: readonly FindingKind[];
}

const DEADLINE = 10_000;

export function findingsCommand(): Command {
  return queryCommand(
    'findings',
    '[query...]',
    'service:shop',
    'gatebook findings --since 1h',
    'gatebook findings --since 1.5.0',
    'gatebook findings --since 15m --kinds new,back,slower || echo look at it',
  )
    .summary('say what is wrong')
    .description(
      'List what is wrong: processes that crashed, services that went silent, errors that are new or back, routes that became slower and why, scanners that got something, N+1 ' +
        'queries, jobs that fail, and what could not be recorded. Exits with 3 if it finds any, and with 1 if it finds none but had no time to look at everything.',
    )
    .addOption(new Option('--since <time>', 'from when on: a time, an age, or a release').default('1d'))
    .addOption(
      new Option('--kinds <names>', `only these: ${FINDING_KINDS.join(', ')}`)
        .argParser(readKinds)
        .default(FINDING_KINDS, 'all'),
    )
    .addOption(storageOption())
    .addOption(zoneOption())
    .addOption(jsonOption())
    .action(findings);
}

function readKinds(text: string): readonly FindingKind[] {
  return text.split(',').map((name) => {
    const kind = FINDING_KINDS.find((each) => each === name.trim());
    if (kind) return kind;
    const near = closestMatch(name, FINDING_KINDS);
    throw usageError(
      `--kinds: "${visibleText(name)}" is not a kind of finding.${near ? ` Did you mean ${near}?` : ''} Kinds: ${FINDING_KINDS.join(', ')}.`,
    );
  });
}

async function findings(words: string[], options: FindingsOptions, command: Command): Promise<void> {
  const { storage, kinds, tz, json } = options;
  await withQuerySince(words, command, options, async (store, { text, criteria }) => {
    const { signal } = new AbortController();
    const processes = await readRecorded(storage);
    const findings = await readFindings(
      store,
      { text, terms: criteria.terms },
      { deadline: DEADLINE, signal, processes },
    );
    const found = findings.found.filter(({ kind }) => kinds.includes(kind));
    const { isComplete } = findings;
    if (found.length > 0) process.exitCode = EXIT_FOUND;
    // A check after a deploy must not pass because there was no time.
    else if (!isComplete) process.exitCode = EXIT_FAILURE;
    printAnswer('findings', json, {
      json: () => ({ findings: found.map(findingJson), complete: isComplete }),
      lines: (terminal) => wrapLines(findingLines({ found, isComplete }, tz, terminal), terminal),
    });
  });
}

/** The counters of the processes that record into the book now. */
async function readRecorded(storage: string): Promise<readonly Recorded[]> {
  const folder = reportsFolder(storage);
  const reports = folder === null ? [] : await readReports(folder, '');
  return reports.map(recordedBy);
}
