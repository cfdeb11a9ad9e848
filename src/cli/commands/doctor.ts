import { Command } from 'commander';
import { visibleText } from '../../format/visible-text.ts';
import { displayStorage } from '../../store/display-storage.ts';
import { checkBook } from '../doctor/check-book.ts';
import { checkPage } from '../doctor/check-page.ts';
import { checkProcesses } from '../doctor/check-processes.ts';
import { checkSetUp } from '../doctor/check-set-up.ts';
import { checkVersions } from '../doctor/check-versions.ts';
import type { Finding } from '../doctor/finding.ts';
import { EXIT_FAILURE } from '../exit-codes.ts';
import { jsonText } from '../output/json.ts';
import { type Style, terminalOf } from '../output/terminal.ts';
import { wrapText } from '../output/wrap-text.ts';
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
      'Check Node, the options, the book, the processes that record into it and the page, and say what to do about each problem. ' +
        'Run it in the folder of the app. Exits with 1 if there is a problem.',
    )
    .addOption(storageOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  gatebook doctor\n  gatebook doctor --storage sqlite:/srv/shop/.gatebook --json',
    )
    .action(doctor);
}

async function doctor({ storage, json }: DoctorOptions): Promise<void> {
  const findings = [...checkSetUp(storage), ...checkVersions(), ...(await checkBook(storage))];
  const isReadable = !findings.some(({ check, level }) => check === 'book' && level === 'problem');
  if (isReadable) findings.push(...(await checkProcesses(storage)), ...(await checkPage(storage)));
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (problems > 0) process.exitCode = EXIT_FAILURE;
  const text = json
    ? jsonText('doctor', { storage: displayStorage(storage), problems, findings })
    : lines(findings, problems).join('\n');
  process.stdout.write(`${text}\n`);
}

function lines(findings: readonly Finding[], problems: number): string[] {
  const terminal = terminalOf(process.stdout);
  const width = Math.max(...Object.keys(STYLES).map((level) => level.length));
  const margin = ' '.repeat(width + 2);
  const wrapped = (text: string, before: number) =>
    wrapText(visibleText(text), terminal.columns === null ? null : terminal.columns - width - 2 - before);
  const found = findings.flatMap(({ level, text, next }) => {
    const [first, ...rest] = wrapped(text, 0);
    const [action, ...more] = next === '' ? [] : wrapped(next, 2);
    return [
      `${terminal.style(STYLES[level], level.padEnd(width))}  ${first}`,
      ...rest.map((line) => margin + line),
      ...(action === undefined ? [] : [`${margin}→ ${action}`, ...more.map((line) => `${margin}  ${line}`)]),
    ];
  });
  const end =
    problems === 0
      ? 'No problems found.'
      : problems === 1
        ? '1 problem found.'
        : `${problems} problems found.`;
  return [...found, '', end];
}
