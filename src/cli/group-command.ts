import { Command, Option } from 'commander';
import { invalid, readCount } from './option-values.ts';
import { fieldLines } from './output/group-table.ts';
import { jsonLine, jsonText, pickFields } from './output/json.ts';
import { type Terminal, terminalOf } from './output/terminal.ts';
import { QUERY_HELP } from './query-help.ts';
import { fieldsOption, jsonOption, ndjsonOption, storageOption, zoneOption } from './shared-options.ts';

/** The options of a command that groups requests. */
export interface GroupOptions<Order extends string> {
  readonly storage: string;
  readonly limit: number;
  readonly sort: Order;
  readonly tz: string;
  readonly json?: true;
  readonly ndjson?: true;
  readonly fields?: readonly string[];
}

interface GroupCommandParts {
  /** A query, for the help. */
  readonly query: string;
  /** What the rows can be sorted by; the first is the default. */
  readonly orders: readonly string[];
  readonly fields: readonly string[];
  readonly examples: string;
}

/** Rows of a table of groups. */
const DEFAULT_ROWS = 20;
export const MAX_ROWS = 500;

/** A command that groups the requests of a query. */
export function groupCommand(name: string, { query, orders, fields, examples }: GroupCommandParts): Command {
  return (
    new Command(name)
      .argument('[query...]', `the query, such as: ${query}`)
      .addOption(storageOption())
      .addOption(rowsOption())
      .addOption(sortOption(orders))
      .addOption(zoneOption())
      .addOption(jsonOption())
      .addOption(ndjsonOption())
      .addOption(fieldsOption(fields))
      .addHelpText('after', `${QUERY_HELP}\n\n${examples}`)
      // `-client:scanner` is part of the query, not an option.
      .allowUnknownOption()
  );
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

function sortOption(orders: readonly string[]): Option {
  return new Option('--sort <name>', 'what the rows are sorted by, the highest first')
    .choices(orders)
    .default(orders[0]);
}

interface GroupOutput {
  /** The listed groups as JSON. */
  readonly rows: readonly object[];
  /** What `--json` prints beside them. */
  readonly totals: object;
  /** What is printed without options. */
  lines(terminal: Terminal): string[];
}

/** Prints groups as `--json`, `--ndjson` and `--fields` ask. `name` is the name of the list in JSON. */
export function printGroups(
  name: 'clients' | 'routes',
  { json, ndjson, fields }: GroupOptions<string>,
  { rows: allFields, totals, lines }: GroupOutput,
): void {
  const rows = allFields.map((row) => pickFields(row, fields));
  if (ndjson) {
    for (const row of rows) process.stdout.write(`${jsonLine(row)}\n`);
    return;
  }
  const terminal = terminalOf(process.stdout);
  const text = json
    ? jsonText(name, { ...totals, [name]: rows })
    : (fields ? fieldLines(rows, fields, terminal) : lines(terminal)).join('\n');
  process.stdout.write(`${text}\n`);
}
