/**
 * What cmd.exe makes of text that is pasted into it, and what the C runtime of a program makes of its command line. By
 * the documentation: "Parsing C command-line arguments" for the latter, "cmd" and "set" for the former.
 */
export interface CmdOptions {
  /** The values of variables, by name in upper case. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The arguments of each program that the text runs. Throws on redirections, pipes and blocks. */
export function argumentsInCmd(text: string, options: CmdOptions): string[][] {
  return commandLinesInCmd(text, options).map(programArguments);
}

/** The command line of each program that the text runs. */
export function commandLinesInCmd(text: string, { variables }: CmdOptions): string[] {
  const lines = text.split('\n').map((line) => expandVariables(line, variables));
  const calls: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] ?? '';
    if (/^\s*rem(?:\s|$)/i.test(line)) continue;
    // A caret at the end of a line continues it.
    while (endsInCaret(line) && at + 1 < lines.length) line = `${line}\n${lines[++at] ?? ''}`;
    for (const command of commandsOf(line)) if (command.trim() !== '') calls.push(command);
  }
  return calls;
}

/** Replaces `%NAME%`, `%NAME:~1,2%` and `%NAME:a=b%`. At the prompt, the name of a missing variable stays as it is. */
function expandVariables(line: string, variables: CmdOptions['variables']): string {
  let out = '';
  for (let at = 0; at < line.length; at++) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1;
    const [name = ''] = end < 0 ? [] : line.slice(at + 1, end).split(':', 1);
    const value = end < 0 ? undefined : variables[name.toUpperCase()];
    out += value ?? line[at];
    if (value !== undefined) at = end;
  }
  return out;
}

function endsInCaret(line: string): boolean {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] !== '^' || isQuoted) continue;
    if (++at === line.length) return true;
  }
  return false;
}

/** Removes carets and splits at `&`. Inside quotes, nothing but a quote is special. */
function commandsOf(line: string): string[] {
  const commands: string[] = [];
  let command = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (character === '"') isQuoted = !isQuoted;
    if (character === '\n') break;
    if (isQuoted || !/[\^&|<>()]/.test(character)) command += character;
    else if (character === '^') {
      // The caret also makes the first character of the next line an ordinary one.
      if (line[at + 1] === '\n') at++;
      command += line[++at] ?? '';
    } else if (character === '&') {
      commands.push(command);
      command = '';
    } else throw new Error(`cmd.exe acts on ${character} in ${line}`);
  }
  return [...commands, command];
}

/** 2n backslashes and a quote are n backslashes; 2n + 1 are n backslashes and a quote that is part of the argument. */
function programArguments(commandLine: string): string[] {
  const args: string[] = [];
  let argument: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < commandLine.length; at++) {
    const character = commandLine[at] ?? '';
    if (!isQuoted && (character === ' ' || character === '\t')) {
      if (argument !== null) args.push(argument);
      argument = null;
      continue;
    }
    argument ??= '';
    const slashes = /^\\*/.exec(commandLine.slice(at))?.[0].length ?? 0;
    if (commandLine[at + slashes] === '"') {
      argument += '\\'.repeat(Math.floor(slashes / 2));
      at += slashes;
      if (slashes % 2 === 1) argument += '"';
      else if (isQuoted && commandLine[at + 1] === '"') {
        argument += '"';
        at++;
      } else isQuoted = !isQuoted;
    } else if (slashes > 0) {
      argument += '\\'.repeat(slashes);
      at += slashes - 1;
    } else argument += character;
  }
  if (isQuoted) throw new Error(`a quote does not end: ${commandLine}`);
  return argument === null ? args : [...args, argument];
}
