import type { CompletedCommand, CompletedOption } from './completed-commands.ts';

/** A completion script for zsh: a file in a folder of fpath, or to be sourced. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef gatebook
# zsh completion of gatebook, written by: gatebook completion zsh
_gatebook() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
    help) _describe command commands ;;
  esac
}
if [[ $funcstack[1] == _gatebook ]]; then
  _gatebook "$@"
else
  compdef _gatebook gatebook
fi
`;
}

function commandCase({ name, options, values }: CompletedCommand): string {
  const rest = values.length > 0 ? `'1:value:(${values.join(' ')})'` : `'*:argument:_files'`;
  return `    ${name}) _arguments ${[...options.map(optionSpec), rest].join(' ')} ;;`;
}

function optionSpec({ long, description, takesValue, values }: CompletedOption): string {
  const text = description.replace(/[[\]:]/g, '\\$&');
  const value = takesValue ? `:value:${values.length > 0 ? `(${values.join(' ')})` : '_files'}` : '';
  return quote(`${long}[${text}]${value}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
