const ESC = '\u001b';
/** The escape sequences of terminals, also as they are written in JSON and in inspected objects. */
const SEQUENCES = new RegExp(
  String.raw`${ESC}(?:\[[0-?]*[ -/]*[@-~]?)?|(?<!\\)\\+(?:x1b|u001b)\[[\d;]*[a-z]`,
  'gi',
);
const ESCAPE = new RegExp(`${ESC}|x1b|u001b`, 'i');

/** Removes the escape sequences of terminals, which may split a name from its value. */
export function stripAnsi(text: string): string {
  return ESCAPE.test(text) ? text.replace(SEQUENCES, '') : text;
}
