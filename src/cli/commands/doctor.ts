import { Command } from 'commander';
import { countOf } from '../../format/count-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { readConfigFile } from '../../options/config-file.ts';
import { mergeOptions } from '../../options/environment.ts';
import type { GatebookOptions } from '../../options/options.ts';
import { displayStorage } from '../../store/display-storage.ts';
import { EXIT_FAILURE } from '../command-error.ts';
import { checkBook } from '../doctor/check-book.ts';
import { checkPage } from '../doctor/check-page.ts';
import { checkProcesses } from '../doctor/check-processes.ts';
import { checkSetUp, checkVersions } from '../doctor/check-set-up.ts';
import { checkCollector } from '../doctor/collector/check-collector.ts';
import { checkHost, collectorKeysFile } from '../doctor/collector/check-host.ts';
import type { Finding } from '../doctor/finding.ts';
import { examples } from '../help.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { Style, Terminal } from '../output/terminal.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { jsonOption, storageOption } from '../shared-options.ts';

interface DoctorOptions {
  readonly storage: string;
  readonly json?: true;
}

const STYLES = { ok: 'green', note: 'yellow', problem: 'red' } as const satisfies Record<
  Finding['level'],
  Style
>;

export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('find out what is wrong with a set-up')
    .description(
      'Check Node, the options, the book, the processes that record into it and the page, or the way to a collector, and say what to do ' +
        'about each problem. Run it in the folder of the app. Exits with 1 if there is a problem.',
    )
    .addOption(storageOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('gatebook doctor', 'gatebook doctor --storage sqlite:/srv/shop/.gatebook --json'),
    )
    .action(doctor);
}

async function doctor({ storage, json }: DoctorOptions): Promise<void> {
  const setUp = [...checkSetUp(storage), checkVersions()];
  const findings = [...setUp, ...(await (/^https?:/.test(storage) ? checkRemote : checkLocal)(storage))];
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (problems > 0) process.exitCode = EXIT_FAILURE;
  printAnswer('doctor', json, {
    json: () => ({ storage: displayStorage(storage), problems, findings }),
    lines: (terminal) => lines(findings, problems, terminal),
  });
}

async function checkLocal(storage: string): Promise<readonly Finding[]> {
  const book = await checkBook(storage);
  if (book.some(({ check, level }) => check === 'book' && level === 'problem')) return book;
  const keys = collectorKeysFile(storage, givenOptions().collector?.keys);
  if (keys !== null) return [...book, ...(await checkHost(storage, keys))];
  return [...book, ...(await checkProcesses(storage)), await checkPage(storage)];
}

async function checkRemote(storage: string): Promise<readonly Finding[]> {
  const { key: read, writeKey: write } = givenOptions();
  const keys = { read, write };
  const way = await checkCollector(storage, keys);
  const isReadable = read !== undefined && !way.some(({ level }) => level === 'problem');
  return isReadable ? [...way, ...(await checkBook(storage, keys))] : way;
}

/** The check of the set-up says what is wrong with them. */
function givenOptions(): GatebookOptions {
  try {
    return mergeOptions({}, readConfigFile());
  } catch {
    return {};
  }
}

function lines(findings: readonly Finding[], problems: number, terminal: Terminal): string[] {
  const width = Math.max(...Object.keys(STYLES).map((level) => level.length));
  const found = findings.flatMap(({ level, text, next }) => [
    `${level.padEnd(width)}  ${visibleText(text)}`,
    ...(next === '' ? [] : [`${' '.repeat(width)}  → ${visibleText(next)}`]),
  ]);
  const wrapped = wrapLines(found, terminal).map((line) =>
    line.replace(/^\w+/, (level) => terminal.style(STYLES[level as Finding['level']], level)),
  );
  const end = problems === 0 ? 'No problems found.' : `${countOf(problems, 'problem')} found.`;
  return [...wrapped, '', end];
}
