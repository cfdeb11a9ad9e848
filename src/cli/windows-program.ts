import { statSync } from 'node:fs';
import { win32 } from 'node:path';

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly options?: { readonly windowsVerbatimArguments: boolean };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Extensions of programs that Windows starts itself. Others, such as npm.cmd, need a shell. */
const PROGRAMS = ['.com', '.exe'];

/** How to start a command on Windows as its shell would find it, with its arguments as they are. */
export function windowsProgram(
  command: string,
  args: readonly string[],
  env: Environment = process.env,
  isFile: (path: string) => boolean = isExistingFile,
): Program {
  const found = find(command, env, isFile);
  if (found !== null && PROGRAMS.includes(win32.extname(found).toLowerCase())) return { file: found, args };
  // A batch file parses its arguments a second time.
  const quoted = args.map((arg) => (found === null ? cmdQuoted(arg) : withCarets(cmdQuoted(arg))));
  const line = [commandWithCarets(win32.normalize(command)), ...quoted].join(' ');
  return {
    file: env.ComSpec ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    options: { windowsVerbatimArguments: true },
  };
}

/** The first file of this name in the current folder and in PATH, with each extension in turn; `null` for a command of the shell. */
function find(command: string, env: Environment, isFile: (path: string) => boolean): string | null {
  const extensions = (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';');
  const names = [...(win32.extname(command) === '' ? [] : ['']), ...extensions].map(
    (ending) => command + ending,
  );
  const hasFolder = /[\\/]/.test(command);
  const folders = hasFolder ? [''] : ['', ...(env.Path ?? env.PATH ?? '').split(';')];
  for (const folder of folders) {
    const path = names.map((name) => win32.join(folder, name)).find(isFile);
    if (path !== undefined) return path;
  }
  return null;
}

function isExistingFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A space would end the name of a program. */
function commandWithCarets(command: string): string {
  return command.replace(/[^\w\-.:\\]/g, '^$&');
}

/** Characters that cmd.exe interprets outside of quotes, and the one after a percent sign: a caret there ends a variable name. */
const INTERPRETED = /[^\w\-.:/?=+,~'*@$#; ]|(?<=%)./g;

/**
 * Quotes an argument for the command prompt of Windows. For the program first: its C runtime reads `\"` as a quote, and a backslash
 * as itself unless a quote follows. Then for cmd.exe, with a caret before all that it could interpret, quotes too: inside quotes it
 * would not remove the carets.
 */
function cmdQuoted(argument: string): string {
  return withCarets(`"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`);
}

/** Keeps cmd.exe from interpreting a text. */
function withCarets(text: string): string {
  return text.replace(INTERPRETED, '^$&');
}
