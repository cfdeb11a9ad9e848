import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';

/** The lines between the rows of a table. */
const RULE = /^[\s─━═┄┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╢│║|+:=-]*$/;
const CSV_NAME = /^\s*"?[\w.-]{1,40}"?\s*$/;
const MAX_NAME_LENGTH = 64;

/** Redacts the columns and rows of tables that are named like secrets, as console.table and database clients print them. */
export function redactTables(text: string, rules: RedactRules): string {
  const separator = text.includes('│') ? '│' : text.includes('|') ? '|' : ',';
  if (!text.includes('\n') || !text.includes(separator)) return text;
  const isBox = separator === '│';
  const lines = text.split('\n');
  let columns: ReadonlySet<number> = new Set();
  let width = 0;
  let changed = false;
  const redacted = lines.map((line, index) => {
    if (!line.includes(separator)) {
      if (isBox ? /[┌└╔╚]/.test(line) : !RULE.test(line) || line.trim() === '') width = 0;
      // The rest of a value that has several lines.
      const isSpilled = isBox && width > 0 && columns.size > 0 && !RULE.test(line);
      changed ||= isSpilled;
      return isSpilled ? REDACTED : line;
    }
    const cells = line.split(separator);
    if (RULE.test(line)) return line;
    const isHead = separator === ',' ? isCsvHead(cells) : RULE.test(lines[index + 1] ?? 'x');
    if (isHead && width === 0) {
      width = cells.length;
      columns = new Set(cells.flatMap((cell, at) => (isSecretName(cell, rules) ? [at] : [])));
      return line;
    }
    const first = cells.findIndex((cell) => cell.trim() !== '');
    const isSecretRow = separator !== ',' && isSecretName(cells[first] ?? '', rules);
    if (!isSecretRow && (width === 0 || columns.size === 0)) return line;
    changed = true;
    // A value may contain the separator, which shifts the columns after it.
    const shifted = cells.length === width ? Infinity : Math.min(...columns);
    return cells
      .map((cell, at) =>
        cell.trim() !== '' && (isSecretRow ? at > first : columns.has(at) || at >= shifted)
          ? ` ${REDACTED} `
          : cell,
      )
      .join(separator);
  });
  return changed ? redacted.join('\n') : text;
}

function isCsvHead(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell) => CSV_NAME.test(cell) && /[A-Za-z]/.test(cell));
}

function isSecretName(cell: string, rules: RedactRules): boolean {
  const name = cell.trim().replace(/^['"]|['"]$/g, '');
  return name !== '' && name.length <= MAX_NAME_LENGTH && !/\s/.test(name) && rules.isSecret(name);
}
