import { createLru, createRepeatCheck } from '../lru.ts';
import {
  BACKUPS,
  CLIMBING,
  CODE,
  EXAMPLES,
  LINKED,
  LOGINS,
  LOOKUPS,
  MAY_CONTAIN_CODE,
  SECRET_FILES,
  SHOWN,
  SHOWN_SOURCE,
  SIGNS,
  SOFTWARE,
  SOURCE_VIEWERS,
  TRAVERSAL,
  UNRESOLVED_LINK,
  WORDPRESS_PARTS,
} from './probe-shapes.ts';

/** What a URL alone reveals about the client that asks for it. */
export interface Probe {
  /**
   * `certain` for what no site offers, `absent` for software that only scanners ask for if the site does not have it, `possible`
   * where a single request can be a mistake.
   */
  readonly strength: 'certain' | 'absent' | 'possible';
  /** The kind of software: the position of its group in SOFTWARE. */
  readonly software: number;
  /** Whether it counts on a site that has the software but not this part of it. */
  readonly isPart?: boolean;
  /** Whether a page of the site must have sent it. */
  readonly isForm?: boolean;
  /** Whether it proves nothing if the site answers: example settings, words in a search. */
  readonly mayBeOffered?: boolean;
  /** Whether programs look for it at any domain. */
  readonly isLookup?: boolean;
}

/** How much of a URL is read. */
const MAX_LENGTH = 512;
/** How many URLs are remembered (at most twice as many), and their maximum length. */
const [MAX_KNOWN, MAX_KNOWN_LENGTH] = [4096, 256];
const ODD_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK', 'DEBUG']);
/** A program that a client wants to put on the server. */
const PROGRAM = /\.(?:php\d?|phtml|aspx?|jspx?)(?:\/|$)/i;
const DRIVE_METHODS = new Set(['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'REPORT']);
/** WordPress answers with the name of the user. Scanners count up: the number is part of the probe. */
const AUTHOR = /^author=\d+$/;
/** Another way to ask for `/wp-json/wp/v2/users`. */
const USERS = /(?:^|&)rest_route=\/wp\/v2\/users/;
const GIT_PROTOCOL = /(?:^|&)service=git-(?:upload|receive)-pack$/;
/** The positions of groups in SOFTWARE. */
const [WORDPRESS, JOOMLA, DRUPAL, DEPLOYMENT, LOGS, JAVA] = [1, 2, 3, 6, 7, 8];
const [GATEWAYS, DATA_STORES, SERVER_STATE, OTHER_CMS, CLUSTERS] = [11, 12, 13, 14, 18];
/** Kinds that are not in SOFTWARE have the numbers after it. */
const [MODELS, BACKUP, OTHER] = [28, 30, 31];
/** A site may offer one of these files, but no visitor asks for several. */
export const FILE_KINDS: ReadonlySet<number> = new Set([DEPLOYMENT, LOGS, SERVER_STATE, BACKUP]);
/** What sites are made with. */
const SITE_KINDS: ReadonlySet<number> = new Set([WORDPRESS, JOOMLA, DRUPAL, OTHER_CMS]);
/** Their own clients also look for these servers at wrong addresses. */
const OWN_PROGRAM_KINDS: ReadonlySet<number> = new Set([GATEWAYS, DATA_STORES, CLUSTERS]);
/** A site that answers a request for a secret file may answer every path. Code in a URL says nothing about the site. */
export const SECRET_FILE = 0;
export const CODE_IN_URL = 27;
const CERTAIN: Probe = { strength: 'certain', software: CODE_IN_URL };
const SECRET: Probe = { strength: 'certain', software: SECRET_FILE };
const EXAMPLE: Probe = { strength: 'certain', software: CODE_IN_URL, mayBeOffered: true };
const MENTION: Probe = { strength: 'possible', software: CODE_IN_URL, mayBeOffered: true };
/** A wiki page that is named like a file. */
export const PAGE_ABOUT_FILE = MENTION;
const USERS_PROBE: Probe = { strength: 'absent', software: CODE_IN_URL, mayBeOffered: true };
const AUTHOR_PROBE: Probe = { strength: 'possible', software: OTHER };
const ODD_METHOD: Probe = { strength: 'absent', software: 29 };

/** Recognises the probes in the catalogue. `path` and `query` are as the client sent them. */
export function probeIn(method: string, path: string, query: string): Probe | null {
  if (ODD_METHODS.has(method)) return ODD_METHOD;
  if (method === 'PUT' && PROGRAM.test(path)) return ODD_METHOD;
  const plain = withoutEscapes(path);
  if (TRAVERSAL.test(plain) || plain.includes('\0')) return CERTAIN;
  if (CLIMBING.test(plain) && !UNRESOLVED_LINK.test(path.toLowerCase())) return CERTAIN;
  const file = isOfDriveOrGit(method, query) ? null : fileProbe(plain, method);
  if (file?.strength === 'certain') return file;
  const code = codeIn(plain, query);
  if (code === CERTAIN || !file) return code ?? (plain === '/' ? queryProbe(query) : null);
  return file;
}

/** Network drives look for names that operating systems use (`.DS_Store`), and git for repositories. */
function isOfDriveOrGit(method: string, query: string): boolean {
  return DRIVE_METHODS.has(method) || GIT_PROTOCOL.test(query);
}

/** Network drives ask whether names exist, so a missing path proves nothing. */
export function asksWhetherNamesExist(method: string): boolean {
  return DRIVE_METHODS.has(method);
}

function queryProbe(query: string): Probe | null {
  if (AUTHOR.test(query)) return AUTHOR_PROBE;
  return USERS.test(query) ? USERS_PROBE : null;
}

function fileProbe(path: string, method: string): Probe | null {
  const probe = SECRET_FILES.test(path)
    ? secretProbe(path)
    : (softwareProbe(path) ?? loginProbe(path, method));
  return probe && SOURCE_VIEWERS.test(path) ? null : probe;
}

function secretProbe(path: string): Probe {
  return EXAMPLES.test(path) || SHOWN_SOURCE.test(path) ? EXAMPLE : SECRET;
}

function softwareProbe(path: string): Probe | null {
  const found = SOFTWARE.exec(path);
  if (found) {
    const software = found.findIndex((text, n) => n > 0 && text !== undefined);
    if (SITE_KINDS.has(software) && SHOWN.test(path)) return null;
    if (software === WORDPRESS && WORDPRESS_PARTS.test(path))
      return { strength: 'absent', software, isPart: true };
    if (LOOKUPS.test(path)) return { strength: 'possible', software, isLookup: true };
    // Monitoring agents ask for the state on servers that do not have it.
    const isWeak = software === SERVER_STATE || LINKED.test(path);
    return { strength: isWeak ? 'possible' : 'absent', software, isLookup: OWN_PROGRAM_KINDS.has(software) };
  }
  return BACKUPS.test(path)
    ? { strength: LINKED.test(path) ? 'possible' : 'absent', software: BACKUP }
    : null;
}

/** A person can look for a login, but can't send the form of a login that is missing. */
function loginProbe(path: string, method: string): Probe | null {
  const found = LOGINS.exec(path);
  if (!found) return null;
  const software = [WORDPRESS, JOOMLA, MODELS].find((_, n) => found[n + 1] !== undefined) ?? OTHER;
  const isForm = method === 'POST' && (software === WORDPRESS || software === JOOMLA);
  return { strength: 'possible', software, isForm, isLookup: software === MODELS };
}

/** The software that a site shows by answering an ordinary path, such as a health check or a public file. */
export function softwareShownBy(path: string): number | null {
  const found = SIGNS.exec(path);
  return found ? ([WORDPRESS, JOOMLA, JAVA].find((_, n) => found[n + 1] !== undefined) ?? null) : null;
}

function codeIn(path: string, query: string): Probe | null {
  const plain = query === '' ? path : `${path}?${withoutEscapes(query).replaceAll('+', ' ')}`;
  if (!MAY_CONTAIN_CODE.test(plain) || !CODE.test(plain)) return null;
  const asked = withoutSearches(plain);
  if (!CODE.test(asked)) return null;
  return CODE.test(withoutSubjects(asked)) ? CERTAIN : MENTION;
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

/** Words of attacks that are also topics of pages, as in `/docs/Object/__proto__`. */
const SUBJECTS =
  /xp_cmdshell|information_schema\.|__proto__|ognl|pearcmd|call_user_func|invokefunction|allow_url_include|auto_prepend_file|dbms_pipe|interact\.sh|oastify\.com|burpcollaborator\.net/g;
const SEARCH =
  /([?&](?:q|s|query|search|search_?(?:term|text|query)|keywords?|kw|terms?|text|find|suche|wd)=)([^&]*)/g;
const STATEMENT = /([?&](?:sql|sql_?query|statement|stmt)=)[^&]*/g;
/** A sentence or the path of a file. An attack begins by closing a value, and ends by opening a comment. */
const PROSE = /^[a-z][\w-]* +(?!(?:and|or|union|order|having|limit)\b)\S|[^ ] +[a-z]{3,}[?!.]?$|^\/[\w./-]+$/;

/** Removes searches that are sentences: people search for words that attacks contain. The URL is in lower case, without escapes. */
function withoutSearches(url: string): string {
  return url.replaceAll(SEARCH, (text, name: string, value: string) =>
    PROSE.test(value.trim()) ? name : text,
  );
}

/** Removes the statements that database programs send, and words that pages are about. */
function withoutSubjects(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url.replaceAll(SUBJECTS, '');
  return url.slice(0, start).replaceAll(SUBJECTS, '') + url.slice(start).replaceAll(STATEMENT, '$1');
}

/** Like `probeIn`, but remembers repeated URLs: matching one against the catalogue takes microseconds. */
export function createProbeFinder() {
  const known = createLru<{ readonly method: string; readonly probe: Probe | null }>(MAX_KNOWN);
  const comesAgain = createRepeatCheck(MAX_KNOWN);

  return (method: string, url: string, path: string, query: string): Probe | null => {
    if (url.length > MAX_KNOWN_LENGTH) return probeIn(method, path, query);
    const last = known.get(url);
    if (last?.method === method) return last.probe;
    const probe = probeIn(method, path, query);
    if (comesAgain(url)) known.set(url, { method, probe });
    return probe;
  };
}
