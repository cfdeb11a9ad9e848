import { closestMatch } from '../../format/closest-match.ts';
import { visibleJson, visibleText } from '../../format/visible-text.ts';
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

/** Reads `--fields token,url`, which are printed in this order. Fields that no row has are mistakes. */
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

/** A row with only these fields; as it is without any. */
export function pickFields(row: object, fields: readonly string[] | undefined): object {
  if (!fields) return row;
  const values = new Map(Object.entries(row));
  return Object.fromEntries(fields.map((field) => [field, values.get(field) ?? null]));
}
