import { closestMatch } from '../../format/closest-match.ts';
import { visibleJson, visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { entryJson } from '../../profile/entry-json.ts';
import type { Tokens } from '../../profile/token.ts';
import { usageError } from '../command-error.ts';

/** The version of the JSON that commands print. It changes when a field is removed or gets another meaning: see docs/cli.md. */
const JSON_VERSION = 1;

/** The answer of a command for `--json`: one object. */
export function jsonText(command: string, answer: object): string {
  return visibleJson({ version: JSON_VERSION, command, ...answer });
}

/** A row for `--ndjson`: one line. */
export function jsonLine(row: object): string {
  return visibleJson({ version: JSON_VERSION, ...row }, 0);
}

/** Reads `--fields token,url`. Fields are printed in this order; unknown ones are mistakes. */
export function readFields(text: string, known: readonly string[]): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined && names.length > 0) return [...new Set(names)];
  const near = closestMatch(unknown ?? '', known);
  throw usageError(
    `--fields: "${visibleText(unknown ?? '')}" is not a field.${near ? ` Did you mean ${near}?` : ''} Fields: ${known.join(', ')}.`,
  );
}

/** A row with only these fields; all of them if none are given. */
export function pickFields(row: object, fields: readonly string[] | undefined): object {
  if (!fields) return row;
  const values = new Map(Object.entries(row));
  return Object.fromEntries(fields.map((field) => [field, values.get(field) ?? null]));
}

export function printRows(
  entries: readonly Entry[],
  tokens: Tokens,
  fields: readonly string[] | undefined,
): void {
  const lines = entries.map((entry) => `${jsonLine(pickFields(entryJson(entry, tokens), fields))}\n`);
  process.stdout.write(lines.join(''));
}
