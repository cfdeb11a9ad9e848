/** The start of a line is enough to recognise it. */
const PREFIX_LENGTH = 40;

/** Recognises the line that a logger writes to stdout right after its log event was recorded. */
export class EchoFilter {
  #expected: readonly string[] | 'any' | null = null;
  #isOfConsole = false;

  /** The next write is an echo if it contains one of these texts. */
  expect(...texts: readonly string[]): void {
    this.#expected = texts.map(firstLine).filter((prefix) => prefix !== '');
    this.#isOfConsole = false;
  }

  /** The next write is an echo if it is the console's. The console may indent a text of several lines, so it is not compared. */
  expectConsole(text: string): void {
    this.expect(...(text.includes('\n') ? [] : [text]));
    this.#isOfConsole = true;
  }

  /** The next write is an echo whatever it contains. */
  expectAny(): void {
    this.#expected = 'any';
  }

  /**
   * Call once per write. Returns a check for its text, or `null` if the write is an echo in any case.
   * @param callback the console passes one, to ignore errors; most other writers of lines do not
   */
  next(callback: unknown): ((text: string) => boolean) | null {
    const expected = this.#expected;
    this.#expected = null;
    if (expected === 'any' || (expected && this.#isOfConsole && typeof callback === 'function')) return null;
    return (text) => expected?.some((prefix) => text.includes(prefix)) ?? false;
  }
}

function firstLine(text: string): string {
  const line = text.trimStart();
  const end = line.indexOf('\n');
  return line.slice(0, end < 0 ? PREFIX_LENGTH : Math.min(PREFIX_LENGTH, end));
}
