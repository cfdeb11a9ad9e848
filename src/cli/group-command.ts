import { type Command, Option } from 'commander';
import { formatTime, type Micros } from '../profile/time.ts';
import { queryCommand } from './help.ts';
import { jsonLine, pickFields } from './output/json.ts';
import { printAnswer } from './output/print-answer.ts';
import { fieldTable, type TableCell, type TableColumn, tableLines } from './output/table.ts';
import type { Terminal } from './output/terminal.ts';
import {
  fieldsOption,
  invalid,
  jsonOption,
  ndjsonOption,
  type ReadOptions,
  readCount,
  storageOption,
  zoneOption,
} from './shared-options.ts';

export interface GroupOptions<Order extends string> extends ReadOptions {
  readonly limit: number;
  readonly sort: Order;
  readonly ndjson?: true;
  readonly fields?: readonly string[];
}

interface GroupCommandParts {
  readonly query: string;
  /** The values of `--sort`; the first is the default. */
  readonly orders: readonly string[];
  readonly fields: readonly string[];
  readonly examples: readonly string[];
}

const DEFAULT_ROWS = 20;
export const MAX_ROWS = 500;

export function groupCommand(name: string, { query, orders, fields, examples }: GroupCommandParts): Command {
  return queryCommand(name, '[query...]', query, ...examples)
    .addOption(storageOption())
    .addOption(rowsOption())
    .addOption(
      new Option('--sort <name>', 'what the rows are sorted by, the highest first')
        .choices(orders)
        .default(orders[0]),
    )
    .addOption(zoneOption())
    .addOption(jsonOption())
    .addOption(ndjsonOption())
    .addOption(fieldsOption(fields));
}

function rowsOption(): Option {
  return new Option('--limit <number>', `rows of the table, at most ${MAX_ROWS}`)
    .argParser((text: string) => {
      const count = readCount('--limit', text);
      return count >= 1 && count <= MAX_ROWS
        ? count
        : invalid('--limit', text, 'a number of rows', `from 1 to ${MAX_ROWS}`);
    })
    .default(DEFAULT_ROWS);
}

interface GroupOutput {
  /** The listed groups as JSON. */
  readonly rows: readonly object[];
  /** Printed by `--json` beside the rows. */
  readonly totals: object;
  /** Printed without options. */
  lines(terminal: Terminal): string[];
}

/** Prints groups as `--json`, `--ndjson` and `--fields` ask. `name` is the name of the list in JSON. */
export function printGroups(
  name: 'clients' | 'errors' | 'routes',
  { json, ndjson, fields }: GroupOptions<string>,
  { rows: allFields, totals, lines }: GroupOutput,
): void {
  const rows = allFields.map((row) => pickFields(row, fields));
  if (ndjson) {
    for (const row of rows) process.stdout.write(`${jsonLine(row)}\n`);
    return;
  }
  printAnswer(name, json, {
    json: () => ({ ...totals, [name]: rows }),
    lines: (terminal) => (fields ? fieldTable(rows, fields, terminal) : lines(terminal)),
  });
}

export interface GroupColumn extends TableColumn {
  /** Left out if the terminal is not wide. */
  readonly wide?: true;
}

/** The columns of a wide terminal. */
const WIDE = 100;

/** A table of groups, without the columns that need a wide terminal if it is not one. */
export function groupLines(
  columns: readonly GroupColumn[],
  rows: readonly (readonly (string | TableCell)[])[],
  terminal: Terminal,
): string[] {
  const isShown = ({ wide }: GroupColumn) => !wide || (terminal.columns ?? WIDE) >= WIDE;
  const shown = columns.map(isShown);
  return tableLines(
    columns.filter(isShown),
    rows.map((row) => row.filter((_, i) => shown[i])),
    terminal,
  );
}

export function countedSinceText(time: Micros, zone: string): string {
  return `Only requests since ${formatTime(time, zone)} were counted: the search reached its time limit.`;
}
