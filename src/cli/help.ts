import { Command } from 'commander';
import { FIELDS } from '../search/fields.ts';
import { SORT_HELP } from '../search/query-text.ts';

const QUERY_HELP = `
Query:
  Terms are separated by spaces, and all must match. A leading - excludes, commas mean "or", and bare words
  match the URL. Quote values that contain spaces.

${[...FIELDS.values(), SORT_HELP].map(({ example, help }) => `  ${example.padEnd(44)}${help}`).join('\n')}`;

/** The examples at the end of a command's help. */
export function examples(...commands: readonly string[]): string {
  const heading = commands.length === 1 ? 'Example' : 'Examples';
  return `\n${heading}:\n${commands.map((command) => `  ${command}`).join('\n')}`;
}

/** A command that takes a query. `-client:scanner` is part of it, not an option. */
export function queryCommand(
  name: string,
  argument: '<query...>' | '[query...]',
  query: string,
  ...commands: readonly string[]
): Command {
  return new Command(name)
    .argument(argument, `the query, such as: ${query}`)
    .addHelpText('after', `${QUERY_HELP}\n${examples(...commands)}`)
    .allowUnknownOption();
}
