import { Argument, Command } from 'commander';
import { examples } from '../help.ts';
import { bashCompletion } from './bash.ts';
import { completedCommands } from './completed-commands.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export function completionCommand(): Command {
  return new Command('completion')
    .summary('print a completion script for your shell')
    .description('Print a script that completes commands and options in bash, zsh or fish.')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      examples(
        'gatebook completion bash > ~/.local/share/bash-completion/completions/gatebook',
        `gatebook completion zsh > "\${fpath[1]}/_gatebook"`,
        'gatebook completion fish > ~/.config/fish/completions/gatebook.fish',
      ),
    )
    .action((shell: keyof typeof SHELLS, _options: object, command: Command) => {
      process.stdout.write(SHELLS[shell](completedCommands(command.parent?.commands ?? [])));
    });
}
