import { CUT_MARK } from '../../format/cut-text.ts';
import { percentEncoded } from '../../report/export/replayable-request.ts';

const ORIGIN = /^[a-z][a-z0-9+.-]*:[/\\]{2}[^/?#\\]*/i;
/** Characters that an HTTP/1 request line cannot contain. Node reads bytes above 127 as Latin-1. */
const UNSENDABLE = /[^\u0021-\u00ff]/gu;

/**
 * The path and query of a recorded URL, as they are sent: always a path, never a URL with a host. `null` if a part of it
 * is missing.
 */
export function requestTarget(url: string, method: string): string | null {
  if (url.endsWith(CUT_MARK)) return null;
  const origin = ORIGIN.exec(url)?.[0];
  if (origin === undefined) return url.startsWith('/') ? encoded(url) : null;
  const rest = url.slice(origin.length);
  // The URL of OPTIONS * has no path at all.
  if (rest === '') return method === 'OPTIONS' ? '*' : '/';
  return encoded(rest.startsWith('/') ? rest : `/${rest}`);
}

/** A path that the user gives instead. `null` if it is not a path. */
export function givenTarget(path: string): string | null {
  return path.startsWith('/') ? encoded(path) : null;
}

function encoded(target: string): string {
  return target.replace(UNSENDABLE, percentEncoded);
}
