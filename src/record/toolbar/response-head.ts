const STATUS = /^HTTP\/1\.[01] (\d{3})/;
const CONTENT_LENGTH = /(?<=^content-length: *)\d+(?=\r$)/gim;
const VALIDATORS = /^(?:etag|last-modified):.*\r\n/gim;

/** The status line and headers of a response, as Node sends them. */
export class ResponseHead {
  readonly status: number;
  readonly #text: string;
  readonly #headers = new Map<string, string>();

  constructor(text: string) {
    this.#text = text;
    this.status = Number(STATUS.exec(text)?.[1]);
    for (const line of text.split('\r\n').slice(1)) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      const earlier = this.#headers.get(name);
      const value = line.slice(colon + 1).trim();
      this.#headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
    }
  }

  /** The value of a header, several joined by commas; empty if there is none. */
  get(name: string): string {
    return this.#headers.get(name) ?? '';
  }

  has(name: string): boolean {
    return this.#headers.has(name);
  }

  /** The text for a body of another length. Validators are of the body as it was. */
  withLength(length: number): string {
    return this.#text.replace(CONTENT_LENGTH, String(length)).replace(VALIDATORS, '');
  }
}
