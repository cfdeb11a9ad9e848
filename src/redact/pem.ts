const BEGIN = '-----BEGIN';
const END = '-----END';
const DASHES = '-----';

/** Whether a PEM block starts here. */
export function startsPem(text: string, at: number): boolean {
  return text.startsWith(BEGIN, at);
}

/** The end of the PEM block that starts here, or -1 if it has none. */
export function pemEnd(text: string, at: number): number {
  const end = text.indexOf(END, at);
  const close = end < 0 ? -1 : text.indexOf(DASHES, end + END.length);
  return close < 0 ? -1 : close + DASHES.length;
}
