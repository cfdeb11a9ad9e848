import type { IncomingMessage } from 'node:http';
import { visibleJson } from '../../format/visible-text.ts';

/** Called with a request that reads the book, and the path that it was granted. */
export type OnRead = (request: IncomingMessage, path: string) => void;

/** A name of more characters is cut. */
const MAX_NAME = 128;

/**
 * Writes a line for each request that reads, with the name that a proxy has put into a header. A client with the key can send any name:
 * it is quoted and escaped, so that it can't end its line. The query is left out, because it has what was searched for.
 */
export function createReaderLog(
  header: string | undefined,
  write: (line: string) => void,
): OnRead | undefined {
  if (header === undefined) return undefined;
  return ({ headers, method }, path) => {
    const given = headers[header];
    const by = typeof given === 'string' ? `by ${visibleJson(given.slice(0, MAX_NAME))}` : 'without a name';
    write(`${new Date().toISOString()} ${method} ${path} ${by}\n`);
  };
}
