const ESCAPE = '\u001b';
const [FIRST_FINAL, LAST_FINAL] = [64, 126];

/** The same sequences in JSON and in inspected objects. */
const ESCAPED = /(?<!\\)\\+(?:x1b|u001b)\[[\d;]*[a-z]/gi;

/** Removes the escape sequences of terminals, which may split a name from its value. */
export function stripAnsi(original: string): string {
  const text = original.replace(ESCAPED, '');
  let from = text.indexOf(ESCAPE);
  if (from < 0) return text;
  let out = text.slice(0, from);
  while (from < text.length) {
    let at = from + 1;
    if (text[at] === '[') {
      at++;
      while (at < text.length && !isFinal(text.charCodeAt(at))) at++;
      at++;
    }
    const next = text.indexOf(ESCAPE, at);
    out += text.slice(at, next < 0 ? text.length : next);
    from = next < 0 ? text.length : next;
  }
  return out;
}

function isFinal(code: number): boolean {
  return code >= FIRST_FINAL && code <= LAST_FINAL;
}
