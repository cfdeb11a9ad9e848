import type { Command, Option } from 'commander';

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** The values of its first argument; empty if they are not known. */
  readonly values: readonly string[];
  readonly options: readonly CompletedOption[];
}

export interface CompletedOption {
  /** With the dashes. */
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
}

export function completedCommands(commands: readonly Command[]): readonly CompletedCommand[] {
  return commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    values: command.registeredArguments[0]?.argChoices ?? [],
    options: [
      ...command.options.filter(({ hidden }) => !hidden).map(completedOption),
      { long: '--help', description: 'print help', takesValue: false, values: [] },
    ],
  }));
}

function completedOption({
  long,
  flags,
  description,
  required,
  optional,
  argChoices,
}: Option): CompletedOption {
  return { long: long ?? flags, description, takesValue: required || optional, values: argChoices ?? [] };
}
