import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';

/** A line between the rows of a table. */
const RULE = /^\s*[─━═┄┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╢│║|+:=-][\s─━═┄┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╢│║|+:=-]*$/;
const BORDER = /[┌└╔╚]/;
const CSV_NAME = /^\s*"?[\w.-]{0,40}[a-z][\w.-]{0,40}"?\s*$/i;
const MAX_NAME_LENGTH = 64;

/** Redacts the columns and rows of tables that are named like secrets, as console.table and database clients print them. */
export function redactTables(text: string, rules: RedactRules): string {
  const separator = separatorOf(text);
  if (separator === null) return text;
  const table = new Table(separator, rules);
  const lines = text.split('\n');
  return lines.map((line, index) => table.redact(line, lines[index + 1] ?? '')).join('\n');
}

function separatorOf(text: string): string | null {
  if (!text.includes('\n')) return null;
  if (text.includes('│')) return '│';
  // The line below the names of the columns.
  if (text.includes('|') && (text.includes('--') || text.includes('-['))) return '|';
  return text.includes(',') ? ',' : null;
}

class Table {
  readonly #separator: string;
  readonly #rules: RedactRules;
  /** The number of columns; 0 outside a table. */
  #width = 0;
  #isSecretColumn: readonly boolean[] = [];
  /** -1 if no column is secret. */
  #firstSecret = -1;

  constructor(separator: string, rules: RedactRules) {
    this.#separator = separator;
    this.#rules = rules;
  }

  redact(line: string, next: string): string {
    const first = line.indexOf(this.#separator);
    if (first < 0) return this.#lineWithoutCells(line);
    const isCsv = this.#separator === ',';
    if (!isCsv && RULE.test(line)) return line;
    if (this.#width === 0 && (isCsv || RULE.test(next)) && this.#readHead(line, isCsv)) return line;
    if (!isCsv) {
      // A separator may precede the first cell, which names the others.
      const start = isBlank(line.slice(0, first)) ? first + 1 : 0;
      const end = line.indexOf(this.#separator, start);
      if (end > start && this.#isSecret(line.slice(start, end))) return this.#redactRow(line, end);
    }
    return this.#hasSecrets ? this.#redactColumns(line) : line;
  }

  #lineWithoutCells(line: string): string {
    const isBox = this.#separator === '│';
    const isRule = RULE.test(line);
    if (isBox ? BORDER.test(line) : !isRule) this.#width = 0;
    if (!isBox || isRule || isBlank(line) || !this.#hasSecrets) return line;
    // The rest of a value that has several lines.
    return REDACTED;
  }

  /** Whether a column of the current table is secret. */
  get #hasSecrets(): boolean {
    return this.#width > 0 && this.#firstSecret >= 0;
  }

  #readHead(line: string, isCsv: boolean): boolean {
    const cells = line.split(this.#separator);
    if (isCsv && !cells.every((cell) => CSV_NAME.test(cell))) return false;
    this.#width = cells.length;
    this.#isSecretColumn = cells.map((cell) => this.#isSecret(cell));
    this.#firstSecret = this.#isSecretColumn.indexOf(true);
    return true;
  }

  #redactRow(line: string, nameEnd: number): string {
    return `${line.slice(0, nameEnd + 1)} ${REDACTED}`;
  }

  #redactColumns(line: string): string {
    const cells = line.split(this.#separator);
    // A value may contain the separator, which shifts the columns after it.
    const isShifted = cells.length !== this.#width;
    for (let at = this.#firstSecret; at < cells.length; at++) {
      const cell = cells[at] ?? '';
      const isSecret = isShifted || this.#isSecretColumn[at] === true;
      if (isSecret && !isBlank(cell)) cells[at] = ` ${REDACTED} `;
    }
    return cells.join(this.#separator);
  }

  #isSecret(cell: string): boolean {
    const name = cell.trim();
    return name.length <= MAX_NAME_LENGTH && !name.includes(' ') && this.#rules.isSecret(name);
  }
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
