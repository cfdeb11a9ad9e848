import type { CompletedCommand } from './completed-commands.ts';

/** A completion script for bash. File names are completed where nothing else is known. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# bash completion of gatebook, written by: gatebook completion bash
_gatebook() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    words='${names} help --help --version'
  else
    case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap(valueCases).join('\n')}
    esac
    case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join('\n')}
      help) words='${names}' ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _gatebook gatebook
`;
}

/** After an option with a value, its values, or file names. */
function valueCases({ name, options }: CompletedCommand): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ long, values }) => {
      const reply =
        values.length > 0 ? `COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); ` : '';
      return `      '${name} ${long}') ${reply}return ;;`;
    });
}

function commandCase({ name, options, values }: CompletedCommand): string {
  const flags = options.map(({ long }) => long).join(' ');
  return `      ${name}) if [[ $current == -* ]]; then words='${flags}'; else words='${values.join(' ')}'; fi ;;`;
}
