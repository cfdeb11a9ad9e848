/** What Nest's ConsoleLogger writes before each message, in all versions: `[Nest] PID  - TIME   LEVEL [CONTEXT] `. */
const PREFIX =
  /^\[[^\]\n]{1,40}\] \d{1,10} {1,4}- [^\n]{1,60}? {1,7}(LOG|ERROR|WARN|DEBUG|VERBOSE|FATAL) (?:\[([^\]\n]{1,200})\] )?/;
/** The time since the line before, which Nest appends. */
const SUFFIX = / \+\d{1,9}ms$/;

interface NestLine {
  readonly level: string;
  readonly context: string;
  readonly text: string;
}

/**
 * Reads a line of Nest's ConsoleLogger, which writes to stdout and stderr itself. Reading what it has written needs no patch,
 * so it also works for a Nest that is bundled, an ES module, or loaded before Gatebook.
 */
export function parseNestLine(line: string): NestLine | null {
  const found = PREFIX.exec(line);
  if (!found) return null;
  const [prefix, level = '', context = ''] = found;
  return { level: level.toLowerCase(), context, text: line.slice(prefix.length).replace(SUFFIX, '') };
}
