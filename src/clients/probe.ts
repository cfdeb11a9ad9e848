import {
  BACKUPS,
  CODE,
  LOGINS,
  MAY_CONTAIN_CODE,
  SECRET_FILES,
  SOFTWARE,
  SOURCE_VIEWERS,
  TRAVERSAL,
} from './probe-shapes.ts';

/** What a URL alone shows of the client that asks for it. */
export interface Probe {
  /**
   * `certain` for what no site offers, `absent` for software that only scanners ask for if the site does not have it, `possible`
   * where a single request can be a mistake.
   */
  readonly strength: 'certain' | 'absent' | 'possible';
  /** The kind of software: the position of its group in SOFTWARE. */
  readonly software: number;
}

const MAX_LENGTH = 512;
const ODD_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK', 'DEBUG']);
/** Methods of network drives. */
const DRIVE_METHODS = new Set(['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'REPORT']);
const GIT_PROTOCOL = /(?:^|&)service=git-(?:upload|receive)-pack$/;
/** Positions in SOFTWARE, and those of what is not in it. */
const [WORDPRESS, JOOMLA, DEPLOYMENT, LOGS, SERVER_STATE] = [1, 2, 6, 7, 13];
const [MODELS, BACKUP, OTHER] = [28, 30, 31];
/** A site may offer one of these files, but visitors do not ask for several. */
export const FILE_KINDS: ReadonlySet<number> = new Set([DEPLOYMENT, LOGS, SERVER_STATE, BACKUP]);
/** Positions of what is certain: a site that answers a request for a secret file may answer everything, code in a URL shows nothing. */
export const SECRET_FILE = 0;
export const CODE_IN_URL = 27;
const CERTAIN: Probe = { strength: 'certain', software: CODE_IN_URL };
const SECRET: Probe = { strength: 'certain', software: SECRET_FILE };
const ODD_METHOD: Probe = { strength: 'absent', software: 29 };

/** Recognises the probes in the catalogue. `path` and `query` are as the client sent them. */
export function probeIn(method: string, path: string, query: string): Probe | null {
  if (ODD_METHODS.has(method)) return ODD_METHOD;
  const plain = withoutEscapes(path);
  if (TRAVERSAL.test(plain)) return CERTAIN;
  const file = isOfDriveOrGit(method, query) ? null : fileProbe(plain);
  if (file?.strength === 'certain') return file;
  if (hasCode(plain, query)) return CERTAIN;
  if (file) return file;
  return plain === '/' && query.startsWith('author=') ? { strength: 'possible', software: WORDPRESS } : null;
}

/** Network drives look for names that operating systems use (`.DS_Store`), and git for repositories. */
function isOfDriveOrGit(method: string, query: string): boolean {
  return DRIVE_METHODS.has(method) || GIT_PROTOCOL.test(query);
}

/** Whether a missing path shows nothing: a network drive asks whether names exist. */
export function asksWhetherNamesExist(method: string): boolean {
  return DRIVE_METHODS.has(method);
}

function fileProbe(path: string): Probe | null {
  const probe = SECRET_FILES.test(path) ? SECRET : (softwareProbe(path) ?? loginProbe(path));
  return probe && SOURCE_VIEWERS.test(path) ? null : probe;
}

function softwareProbe(path: string): Probe | null {
  const found = SOFTWARE.exec(path);
  if (found) {
    const software = found.findIndex((text, n) => n > 0 && text !== undefined);
    // Monitoring agents ask for it on servers that do not have it.
    return { strength: software === SERVER_STATE ? 'possible' : 'absent', software };
  }
  return BACKUPS.test(path) ? { strength: 'absent', software: BACKUP } : null;
}

function loginProbe(path: string): Probe | null {
  const found = LOGINS.exec(path);
  if (!found) return null;
  const software = [WORDPRESS, JOOMLA, MODELS].find((_, n) => found[n + 1] !== undefined) ?? OTHER;
  return { strength: 'possible', software };
}

function hasCode(path: string, query: string): boolean {
  const plain = query === '' ? path : `${path}?${withoutEscapes(query).replaceAll('+', ' ')}`;
  return MAY_CONTAIN_CODE.test(plain) && CODE.test(plain);
}

/** In lower case, with escapes decoded twice: scanners hide one in another (`%252e`, `%%32%65`). */
function withoutEscapes(text: string): string {
  const lower = (text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text).toLowerCase();
  if (!lower.includes('%')) return lower;
  return decode(decode(lower)).toLowerCase();
}

function decode(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
