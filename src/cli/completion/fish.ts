import type { CompletedCommand, CompletedOption } from './completed-commands.ts';

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  return `# fish completion of gatebook, written by: gatebook completion fish
${commands.flatMap(commandLines).join('\n')}
complete -c gatebook -n __fish_use_subcommand -f -a help -d 'print help for a command'
`;
}

function commandLines({ name, summary, values, options }: CompletedCommand): readonly string[] {
  const inCommand = `complete -c gatebook -n '__fish_seen_subcommand_from ${name}'`;
  return [
    `complete -c gatebook -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
    ...(values.length > 0 ? [`${inCommand} -f -a ${quote(values.join(' '))}`] : []),
    ...options.map((option) => `${inCommand} ${optionFlags(option)}`),
  ];
}

function optionFlags({ long, description, takesValue, values }: CompletedOption): string {
  const value = values.length > 0 ? ` -x -a ${quote(values.join(' '))}` : takesValue ? ' -r' : '';
  return `-l ${long.replace(/^--/, '')}${value} -d ${quote(description)}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
