import { BREAK, isCharacterAt } from './characters.ts';
import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';

/** What the lines between the rows of a table consist of, except for white space. */
const RULES = new Set([...'─━═┄┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╢│║|+:=-'].map((character) => character.charCodeAt(0)));
const BORDER = /[┌└╔╚]/;
const CSV_NAME = /^\s*"?[\w.-]{0,40}[a-z][\w.-]{0,40}"?\s*$/i;
const MAX_NAME_LENGTH = 64;
const ASCII_END = 128;

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
    if (!isCsv && isRule(line)) return line;
    if (this.#width === 0 && (isCsv || (next !== '' && isRule(next))) && this.#readHead(line, isCsv))
      return line;
    if (!isCsv) {
      // A separator may precede the first cell, which names the others.
      const start = isBlank(line, 0, first) ? first + 1 : 0;
      const end = start === 0 ? first : line.indexOf(this.#separator, start);
      if (end > start && this.#isSecret(line, start, end)) return this.#redactRow(line, end);
    }
    return this.#width > 0 && this.#firstSecret >= 0 ? this.#redactColumns(line) : line;
  }

  #lineWithoutCells(line: string): string {
    const isBox = this.#separator === '│';
    const isBetweenRows = isRule(line);
    if (isBox ? BORDER.test(line) : !isBetweenRows || line.trim() === '') this.#width = 0;
    if (!isBox || isBetweenRows || this.#width === 0 || this.#firstSecret < 0) return line;
    // The rest of a value that has several lines.
    this.isChanged = true;
    return REDACTED;
  }

  #readHead(line: string, isCsv: boolean): boolean {
    const cells = line.split(this.#separator);
    if (isCsv && !cells.every((cell) => CSV_NAME.test(cell))) return false;
    this.#width = cells.length;
    this.#isSecretColumn = cells.map((cell) => this.#isSecret(cell, 0, cell.length));
    this.#firstSecret = this.#isSecretColumn.indexOf(true);
    return true;
  }

  #redactRow(line: string, nameEnd: number): string {
    this.isChanged = true;
    return `${line.slice(0, nameEnd + 1)} ${REDACTED}`;
  }

  #redactColumns(line: string): string {
    const cells = line.split(this.#separator);
    this.isChanged = true;
    // A value may contain the separator, which shifts the columns after it.
    const isShifted = cells.length !== this.#width;
    for (let at = this.#firstSecret; at < cells.length; at++) {
      const cell = cells[at] ?? '';
      const isSecret = isShifted || this.#isSecretColumn[at] === true;
      if (isSecret && !isBlank(cell, 0, cell.length)) cells[at] = ` ${REDACTED} `;
    }
    return cells.join(this.#separator);
  }

  #isSecret(line: string, start: number, end: number): boolean {
    let from = start;
    let to = end;
    while (from < to && isBlank(line, from, from + 1)) from++;
    while (to > from && isBlank(line, to - 1, to)) to--;
    if (from === to || to - from > MAX_NAME_LENGTH) return false;
    for (let at = from; at < to; at++) if (line[at] === ' ') return false;
    return this.#rules.isSecret(line, from, to);
  }
}

function isRule(line: string): boolean {
  for (let at = 0; at < line.length; at++) {
    if (!RULES.has(line.charCodeAt(at)) && !isBlank(line, at, at + 1)) return false;
  }
  return true;
}

/** Whether a part of a line has only white space. */
function isBlank(line: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (isCharacterAt(line, at, BREAK)) continue;
    if (line.charCodeAt(at) < ASCII_END || line.slice(at, at + 1).trim() !== '') return false;
  }
  return true;
}
