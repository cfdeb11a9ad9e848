const BEGIN = '-----BEGIN';
const END_LINE = /-----END.*?-----/gs;

/** Whether a PEM block starts here. */
export function startsPem(text: string, at: number): boolean {
  return text.startsWith(BEGIN, at);
}

/** The end of the PEM block that starts here, or -1 if it has none. */
export function pemEnd(text: string, at: number): number {
  END_LINE.lastIndex = at;
  return END_LINE.test(text) ? END_LINE.lastIndex : -1;
}
