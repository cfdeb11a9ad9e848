import { jsonText } from './json.ts';
import { type Terminal, terminalOf } from './terminal.ts';

interface Answer {
  json(): object;
  lines(terminal: Terminal): readonly string[];
}

/** Prints the answer of a command: one object with `--json`, otherwise text. */
export function printAnswer(command: string, isJson: true | undefined, { json, lines }: Answer): void {
  const text = isJson ? jsonText(command, json()) : lines(terminalOf(process.stdout)).join('\n');
  process.stdout.write(`${text}\n`);
}
