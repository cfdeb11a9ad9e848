import type { Command } from 'commander';
import { closestMatch } from '../format/closest-match.ts';
import { visibleText } from '../format/visible-text.ts';
import type { Micros } from '../profile/time.ts';
import type { Mistake } from '../search/criteria.ts';
import { type ParsedSearch, parseForm } from '../search/form.ts';
import { parseTime } from '../search/time-text.ts';
import { EXIT_USAGE } from './command-error.ts';

export type ValidSearch = Extract<ParsedSearch, { ok: true }> & {
  readonly text: string;
};

interface QueryOptions {
  readonly params: Readonly<Record<string, string>>;
  readonly parse?: (params: URLSearchParams, now: Micros) => ParsedSearch;
}

/**
 * Reads the words of a query. Mistakes are printed with their position and a fix, and the result is `null`.
 * The command must allow unknown options, because `-client:scanner` is part of a query.
 */
export function readQuery(
  words: readonly string[],
  command: Command,
  { params, parse = parseForm }: QueryOptions,
): ValidSearch | null {
  refuseUnknownOption(words, command);
  const now = (Date.now() * 1000) as Micros;
  const text = words.map((word) => quoteTime(word, now)).join(' ');
  const parsed = parse(new URLSearchParams({ q: text, ...params }), now);
  if (parsed.ok) return { ...parsed, text };
  process.stderr.write(parsed.mistakes.map(explain).join(''));
  process.exitCode = EXIT_USAGE;
  return null;
}

function refuseUnknownOption(words: readonly string[], command: Command): void {
  const unknown = words.find((word) => word.startsWith('--'));
  if (unknown === undefined) return;
  const near = closestMatch(
    unknown,
    command.options.map(({ long }) => long ?? ''),
  );
  command.error(`error: unknown option '${unknown}'${near ? `\n(Did you mean ${near}?)` : ''}`);
}

/** The shell has removed the quotes of `since:"14-Nov-2026 09:05:07"`; put them back. */
function quoteTime(word: string, now: Micros): string {
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
