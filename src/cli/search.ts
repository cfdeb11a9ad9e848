import { Command } from 'commander';
import type { Entry } from '../profile/entry.ts';
import { entryJson } from '../profile/entry-json.ts';
import { formatCount } from '../profile/figures.ts';
import { formatTime, type Micros } from '../profile/time.ts';
import type { Tokens } from '../profile/token.ts';
import { visibleJson, visibleText } from '../profile/visible-text.ts';
import { formatCursor } from '../search/cursor.ts';
import { FIELDS } from '../search/fields.ts';
import { parseForm } from '../search/form.ts';
import type { Mistake } from '../search/mistake.ts';
import { openStore } from '../store/open-store.ts';
import { storageOption, zoneOption } from './storage-option.ts';

interface SearchOptions {
  readonly storage: string;
  readonly limit: string;
  readonly cursor?: string;
  readonly tz: string;
  readonly json?: true;
}

const COUNT_CAP = 10_000;
const HEADINGS = ['Status', 'IP', 'Method', 'URL', 'Time', 'Token'];

export function searchCommand(): Command {
  return (
    new Command('search')
      .description('find recorded requests, newest first')
      .argument('[query...]', 'what to find, such as: status:4xx since:1h .env')
      .addOption(storageOption())
      .option('--limit <number>', 'how many results', '10')
      .option('--cursor <cursor>', 'go on from here, as a search before this one said')
      .addOption(zoneOption())
      .option('--json', 'one JSON object instead of a table')
      .addHelpText('after', fieldHelp())
      // A leading dash excludes: `-client:scanner` is a word of the query, so short options there are none.
      .allowUnknownOption()
      .action(search)
  );
}

async function search(words: string[], options: SearchOptions, command: Command): Promise<void> {
  const unknown = words.find((word) => word.startsWith('--'));
  if (unknown)
    command.error(`gatebook: there is no option ${visibleText(unknown)}. See gatebook search --help.`);
  const params = new URLSearchParams({ q: words.join(' '), limit: options.limit, tz: options.tz });
  if (options.cursor) params.set('cursor', options.cursor);
  const question = parseForm(params, (Date.now() * 1000) as Micros);
  if (!question.ok) {
    process.stderr.write(question.mistakes.map((mistake) => explain(mistake, params)).join(''));
    process.exitCode = 2;
    return;
  }
  const { criteria, zone } = question;
  const store = await openStore(options.storage, { create: false });
  try {
    const [page, count] = await Promise.all([store.search(criteria), store.count(criteria.terms, COUNT_CAP)]);
    const older = page.older && formatCursor(page.older);
    if (options.json) {
      const entries = page.entries.map((entry) => entryJson(entry, store.tokens));
      const newer = page.newer && formatCursor(page.newer);
      print(visibleJson({ entries, matches: count.matches, matchesCapped: count.capped, older, newer }));
      return;
    }
    print(
      `${page.entries.length || 'No'} results found${page.entries.length > 0 ? `, ${formatCount(count)} match` : ''}`,
    );
    if (page.entries.length > 0) print(table(page.entries, store.tokens, zone));
    if (older) print(`older: --cursor ${older}`);
  } finally {
    await store.close();
  }
}

function table(entries: readonly Entry[], tokens: Tokens, zone: string): string {
  const rows = entries.map(({ status, ip, method, url, time, seq }) => [
    String(status),
    visibleText(ip),
    visibleText(method),
    visibleText(url),
    formatTime(time, zone),
    tokens.tokenOf(seq),
  ]);
  const lines = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function explain({ param, from, to, message, fix }: Mistake, params: URLSearchParams): string {
  const text = params.get(param) ?? '';
  const before = `${param === 'q' ? '' : `--${param} `}${visibleText(text.slice(0, from))}`;
  const marked = visibleText(text.slice(from, to));
  return [
    `gatebook: ${visibleText(message)}`,
    `  ${before}${marked}${visibleText(text.slice(to))}`,
    `  ${' '.repeat(before.length)}${'^'.repeat(Math.max(1, marked.length))}`,
    `  ${visibleText(fix)}`,
    '',
  ].join('\n');
}

function fieldHelp(): string {
  const lines = [...FIELDS.values()].map(({ example, help }) => `  ${example.padEnd(44)}${help}`);
  return `\nWhat can be asked (a leading - excludes, commas mean "or", bare words are found in the URL):\n${lines.join('\n')}\n`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
