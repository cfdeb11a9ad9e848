/** What cmd.exe interprets outside of quotes, and the character after a percent sign: a caret there ends the name of a variable. */
const INTERPRETED = /[^\w\-.:/?=+,~'*@$#; ]|(?<=%)./g;

/**
 * Quotes an argument for the command prompt of Windows. For the program first: its C runtime reads `\"` as a quote, and a backslash
 * as itself unless a quote follows. Then for cmd.exe, with a caret before all that it could interpret, quotes too: inside quotes it
 * would not remove the carets.
 */
export function cmdQuoted(argument: string): string {
  return withCarets(`"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`);
}

/** Keeps cmd.exe from interpreting a text that it reads once more, as a batch file does with its arguments. */
export function withCarets(text: string): string {
  return text.replace(INTERPRETED, '^$&');
}
