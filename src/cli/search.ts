import { Command } from 'commander';
import { visibleJson, visibleText } from '../format/visible-text.ts';
import type { Micros } from '../profile/time.ts';
import { COUNT_CAP } from '../search/criteria.ts';
import { FIELDS } from '../search/fields.ts';
import { parseForm } from '../search/form.ts';
import type { Mistake } from '../search/mistake.ts';
import { parseTime } from '../search/time-text.ts';
import { openStore } from '../store/open-store.ts';
import { listingJson, listingText } from './listing.ts';
import { storageOption, zoneOption } from './storage-option.ts';

interface SearchOptions {
  readonly storage: string;
  readonly limit: string;
  readonly cursor?: string;
  readonly tz: string;
  readonly json?: true;
}

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
  const now = (Date.now() * 1000) as Micros;
  const text = words.map((word) => asOneTime(word, now)).join(' ');
  const params = new URLSearchParams({ q: text, limit: options.limit, tz: options.tz });
  if (options.cursor) params.set('cursor', options.cursor);
  const question = parseForm(params, now);
  if (!question.ok) {
    process.stderr.write(question.mistakes.map(explain).join(''));
    process.exitCode = 2;
    return;
  }
  const { criteria, zone } = question;
  const store = await openStore(options.storage, { create: false });
  try {
    const [page, count] = await Promise.all([store.search(criteria), store.count(criteria.terms, COUNT_CAP)]);
    const { tokens } = store;
    const listing = { page, count, tokens, zone, toward: criteria.cursor?.toward ?? 'older' } as const;
    print(options.json ? visibleJson(listingJson(listing)) : listingText(listing));
  } finally {
    await store.close();
  }
}

/** `since:14-Nov-2026 09:05:07` as one argument was quoted for the shell: it is one time, with the space in it. */
function asOneTime(word: string, now: Micros): string {
  const [, name, value = ''] = /^(-?(?:since|until|at):)([^"]*\s[^"]*)$/i.exec(word) ?? [];
  return name && parseTime(value, { now, zone: 'UTC' }) ? `${name}"${value}"` : word;
}

function explain({ param, text, from, to, message, fix }: Mistake): string {
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
