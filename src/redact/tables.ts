import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';

/** The lines between the rows of a table. */
const RULE = /^[\s─━═┄┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╢│║|+:=-]*$/;
const BORDER = /[┌└╔╚]/;
const CSV_NAME = /^\s*"?[\w.-]{0,40}[a-z][\w.-]{0,40}"?\s*$/i;
const MAX_NAME_LENGTH = 64;

/** Redacts the columns and rows of tables that are named like secrets, as console.table and database clients print them. */
export function redactTables(text: string, rules: RedactRules): string {
  const separator = separatorOf(text);
  if (separator === null) return text;
  const table = new Table(separator, rules);
  const lines = text.split('\n');
  const redacted = lines.map((line, index) => table.redact(line, lines[index + 1] ?? ''));
  return table.isChanged ? redacted.join('\n') : text;
}

function separatorOf(text: string): string | null {
  if (!text.includes('\n')) return null;
  if (text.includes('│')) return '│';
  // The line below the names of the columns.
  if (text.includes('|') && (text.includes('--') || text.includes('-['))) return '|';
  return text.includes(',') ? ',' : null;
}

class Table {
  isChanged = false;
  readonly #separator: string;
  readonly #rules: RedactRules;
  /** The number of columns; 0 outside a table. */
  #width = 0;
  #secretColumns: ReadonlySet<number> = new Set();
  #firstSecret = 0;

  constructor(separator: string, rules: RedactRules) {
    this.#separator = separator;
    this.#rules = rules;
  }

  redact(line: string, next: string): string {
    if (!line.includes(this.#separator)) return this.#lineWithoutCells(line);
    const isCsv = this.#separator === ',';
    if (!isCsv && RULE.test(line)) return line;
    if (this.#width === 0 && (isCsv || (next !== '' && RULE.test(next))) && this.#readHead(line, isCsv))
      return line;
    if (!isCsv && this.#isSecretRow(line)) return this.#redactRow(line);
    return this.#width > 0 && this.#secretColumns.size > 0 ? this.#redactColumns(line) : line;
  }

  #lineWithoutCells(line: string): string {
    const isBox = this.#separator === '│';
    const isRule = RULE.test(line);
    if (isBox ? BORDER.test(line) : !isRule || line.trim() === '') this.#width = 0;
    if (!isBox || isRule || this.#width === 0 || this.#secretColumns.size === 0) return line;
    // The rest of a value that has several lines.
    this.isChanged = true;
    return REDACTED;
  }

  #readHead(line: string, isCsv: boolean): boolean {
    const cells = line.split(this.#separator);
    if (isCsv && !cells.every((cell) => CSV_NAME.test(cell))) return false;
    this.#width = cells.length;
    this.#secretColumns = new Set(cells.flatMap((cell, at) => (this.#isSecret(cell) ? [at] : [])));
    this.#firstSecret = Math.min(...[...this.#secretColumns].slice(0, 1));
    return true;
  }

  /** Whether the first cell names the others. */
  #isSecretRow(line: string): boolean {
    const start = line.trimStart().startsWith(this.#separator) ? line.indexOf(this.#separator) + 1 : 0;
    const end = line.indexOf(this.#separator, start);
    return end > start && this.#isSecret(line.slice(start, end));
  }

  #redactRow(line: string): string {
    const start = line.trimStart().startsWith(this.#separator) ? line.indexOf(this.#separator) + 1 : 0;
    this.isChanged = true;
    return `${line.slice(0, line.indexOf(this.#separator, start) + 1)} ${REDACTED}`;
  }

  #redactColumns(line: string): string {
    const cells = line.split(this.#separator);
    this.isChanged = true;
    // A value may contain the separator, which shifts the columns after it.
    const isShifted = cells.length !== this.#width;
    return cells
      .map((cell, at) => {
        const isSecret = this.#secretColumns.has(at) || (isShifted && at >= this.#firstSecret);
        return isSecret && cell.trim() !== '' ? ` ${REDACTED} ` : cell;
      })
      .join(this.#separator);
  }

  #isSecret(cell: string): boolean {
    const name = cell.trim();
    if (name === '' || name.length > MAX_NAME_LENGTH || name.includes(' ')) return false;
    return this.#rules.isSecret(name);
  }
}
