import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../src/cli/program.ts';

/** The reference of every command, by its name. */
export async function commandReferences(): Promise<Record<string, string>> {
  const { commands } = await createProgram(undefined);
  return Object.fromEntries(commands.map((command) => [command.name(), commandReference(command)]));
}

/** What `gatebook COMMAND --help` says about a command: its usage, arguments and options. */
function commandReference(command: Command): string {
  const help = command.createHelp();
  const lines = ['```', help.commandUsage(command), '```', '', plain(command.description())];
  const rows = [
    ...command.registeredArguments.filter(({ description }) => description).map(argumentRow),
    ...command.options.filter(({ hidden }) => !hidden).map(optionRow),
  ];
  if (rows.length > 0) lines.push('', '| option | meaning | default |', '|---|---|---|', ...rows);
  return `${lines.join('\n')}\n`;
}

function argumentRow(argument: Argument): string {
  const { required, variadic, description, argChoices, defaultValue } = argument;
  const name = `${argument.name()}${variadic ? '...' : ''}`;
  return row(required ? `<${name}>` : `[${name}]`, description + choices(argChoices), asCode(defaultValue));
}

function optionRow({
  flags,
  description,
  argChoices,
  defaultValue,
  defaultValueDescription,
  envVar,
  mandatory,
}: Option): string {
  const value = defaultValueDescription ?? asCode(defaultValue);
  const standard = mandatory ? 'required' : value;
  const variable = envVar ? `\`${envVar}\`${standard && `, or ${standard}`}` : standard;
  return row(flags, description + choices(argChoices), variable);
}

function row(name: string, meaning: string, standard: string): string {
  return `| ${[`\`${name}\``, plain(meaning), standard].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function choices(values: readonly string[] | undefined): string {
  return values ? `: ${values.map((value) => `\`${value}\``).join(', ')}` : '';
}

function asCode(value: unknown): string {
  return value === undefined || value === false ? '' : `\`${String(value)}\``;
}

/** Help is plain text: a `<` in it must not start an HTML element. */
function plain(text: string): string {
  return text.replaceAll('<', '&lt;');
}
