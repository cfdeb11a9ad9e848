import { NAMES, SECRET, STATEMENT_VALUES, VALUE } from '../names/names.ts';
import type { RedactRules } from '../rules.ts';
import { byName, type Found, hasTooMany } from './found.ts';

/** A line between the rows of a table. */
const RULE = /^\s*[─━═┄┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╢│║|+:=-][\s─━═┄┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╢│║|+:=-]*$/;
const CSV_HEAD =
  /^(?:[^\n]{0,80}(?::\s|['"`]))?\s*"?[\w.-]{0,40}[a-z][\w.-]{0,40}"?(?:\s*,\s*"?[\w.-]{0,40}[a-z][\w.-]{0,40}"?)+\s*$/i;
const CSV_START = /^[\w."-]{1,42}\s?,\s?[\w."-]{1,42}\s?(?:[,'"`]|$)/m;
const MAX_NAME = 64;

interface Cell {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Finds the columns and rows of tables that are named like secrets, as console.table and database clients print them. */
export function findTables(text: string, hasBar: boolean, rules: RedactRules, found: Found[]): void {
  const separator = separatorOf(text, hasBar);
  if (separator === null) return;
  const isCsv = separator === ',';
  /** The name of each column; empty if the column holds no secrets. */
  let head: string[] | null = null;
  /** The column of names and that of their values. */
  let columns: readonly [name: number, value: number] = [-1, -1];
  const secretName = ({ text: cell }: Cell) => {
    const name = cell.trim();
    return name.length <= MAX_NAME && rules.judge(name) === SECRET ? name : '';
  };
  const lines = text.split('\n');
  let start = 0;
  for (const [index, line] of lines.entries()) {
    if (hasTooMany(found, start, text.length)) return;
    const cells = cellsOf(line, start, separator);
    start += line.length + 1;
    if (!isCsv && RULE.test(line)) {
      if (line.includes('└')) head = null;
      continue;
    }
    // A value may have several lines. Other text ends the table.
    const secretHead = separator === '│' ? head?.find((name) => name !== '') : undefined;
    if (secretHead !== undefined && !line.trimStart().startsWith('│')) {
      found.push(byName(start - line.length - 1, start - 1, secretHead));
      continue;
    }
    if (cells.length < 2) {
      head = null;
      continue;
    }
    if (head === null && (isCsv ? CSV_HEAD.test(line) : RULE.test(lines[index + 1] ?? ''))) {
      head = cells.map(secretName);
      const roles = cells.map(({ text: cell }) => rules.judge(cell.trim()));
      columns = [
        roles.indexOf(NAMES),
        roles.findIndex((role) => role === VALUE || role === STATEMENT_VALUES),
      ];
      continue;
    }
    const [first] = cells.filter((cell) => cell.text.trim() !== '');
    const rowName = first && !isCsv ? secretName(first) : '';
    if (first && rowName !== '' && first.to < start - 2) found.push(byName(first.to + 1, start - 1, rowName));
    else if (head) findCells(cells, head, found);
    const [name, value] = [cells[columns[0]], cells[columns[1]]];
    if (head && name && value && rules.isSecret(name.text))
      found.push(byName(value.from, value.to, name.text.trim()));
  }
}

/** A value may contain the separator, which shifts the columns after it. */
function findCells(cells: readonly Cell[], head: readonly string[], found: Found[]): void {
  const firstSecret = head.findIndex((name) => name !== '');
  if (firstSecret < 0) return;
  const isShifted = cells.length !== head.length;
  for (const [column, { from, to, text }] of cells.entries()) {
    if (column < firstSecret || text.trim() === '') continue;
    if (isShifted || head[column])
      found.push(byName(from + leading(text), to - trailing(text), head[firstSecret] ?? ''));
  }
}

function leading(text: string): number {
  return text.length - text.trimStart().length;
}

function trailing(text: string): number {
  return text.length - text.trimEnd().length;
}

function cellsOf(line: string, start: number, separator: string): Cell[] {
  let from = start;
  return line.split(separator).map((text) => {
    const cell = { from, to: from + text.length, text };
    from += text.length + 1;
    return cell;
  });
}

function separatorOf(text: string, hasBar: boolean): string | null {
  if (hasBar && text.includes('│')) return '│';
  // The line below the names of the columns.
  if (hasBar && (text.includes('--') || text.includes('-['))) return '|';
  return CSV_START.test(text) ? ',' : null;
}
