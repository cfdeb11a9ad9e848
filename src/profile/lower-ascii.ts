/** For comparing texts. Engines agree on lower case for ASCII only. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
}
