import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, parse, sep } from 'node:path';
import { tryOr } from '../../../errors.ts';
import { isInside } from './source-path.ts';

/** The comment with the address of a map is at the end of the code, usually within this many bytes. */
const TAIL_BYTES = 4096;
const COMMENT = /\/[/*][#@][ \t]+sourceMappingURL=([^\s'"*]+)/g;
const CODE = /\.[cm]?js$/;

/** The folders of an app in which maps are read. None if it is `/`: every file would count as the app's. */
export function appFolders(mainFile: string): string[] {
  // Node names files by their real paths, but not this one.
  const folders = [process.cwd(), ...(mainFile === '' ? [] : [realFolder(dirname(mainFile))])];
  return folders.filter((folder) => folder !== parse(folder).root);
}

/** The real path of a file of JavaScript of the app; `null` if it is of a library, outside, or not JavaScript. */
export function appCode(file: string, folders: readonly string[]): string | null {
  if (!CODE.test(file) || isLibrary(file) || !isInside(file, folders)) return null;
  const real = realFile(file, folders);
  return real !== null && CODE.test(real) ? real : null;
}

/** The real path of a file if it is in a folder of the app, also after following symbolic links. */
function realFile(file: string, folders: readonly string[]): string | null {
  const real = tryOr(null, () => realpathSync(file));
  return real !== null && !isLibrary(real) && isInside(real, folders.map(realFolder)) ? real : null;
}

function realFolder(folder: string): string {
  return tryOr(folder, () => realpathSync(folder));
}

function isLibrary(file: string): boolean {
  return file.split(/[\\/]/).includes('node_modules');
}

/** Changes when a file is written again; empty if there is no file. */
export function versionOf(file: string): string {
  const stats = tryOr(null, () => statSync(file));
  return stats ? `${stats.size}:${stats.mtimeMs}:${stats.ino}` : '';
}

/** The map of a file: in a file of its own, or a text. */
export type FoundMap = { readonly file: string } | { readonly text: string };

/** Where the map of a file is. The last comment counts; without one, it is the file with `.map` after its name. */
export function findMap(code: string, maxBytes: number): FoundMap {
  const tail = readFile(code, { maxBytes: Number.MAX_SAFE_INTEGER, tail: TAIL_BYTES });
  // The comment may also be before other comments, and a map that is part of the comment is long.
  const url = lastComment(tail) ?? lastComment(readFile(code, { maxBytes }));
  const beside = { file: `${code}.map` };
  if (url === undefined) return beside;
  if (url.startsWith('data:')) return { text: dataText(url) };
  const path = pathOf(url);
  return path === '' ? beside : { file: join(dirname(code), path) };
}

/** The text of a map; empty if it may not be read. */
export function mapText(found: FoundMap, folders: readonly string[], maxBytes: number): string {
  if ('text' in found) return found.text;
  const real = found.file.endsWith('.map') ? realFile(found.file, folders) : null;
  return real?.endsWith('.map') ? (readFile(real, { maxBytes })?.toString('utf8') ?? '') : '';
}

function lastComment(bytes: Buffer | null): string | undefined {
  if (!bytes) return undefined;
  const at = bytes.lastIndexOf('sourceMappingURL=');
  if (at < 0) return undefined;
  // An address has no spaces, so the rest of the file is not looked at.
  const end = bytes.indexOf('\n', at);
  const line = bytes.toString('latin1', Math.max(0, at - 5), end < 0 ? bytes.length : end);
  return [...line.matchAll(COMMENT)].at(-1)?.[1];
}

function dataText(url: string): string {
  const comma = url.indexOf(',');
  if (comma < 0 || comma > 200 || !/^data:application\/json[;,]/i.test(url)) return '';
  const data = url.slice(comma + 1);
  if (/;base64$/i.test(url.slice(0, comma))) return Buffer.from(data, 'base64').toString('utf8');
  return tryOr('', () => decodeURIComponent(data));
}

/** Only a relative path: an address of another machine is never loaded. */
function pathOf(url: string): string {
  const path = tryOr('', () => decodeURIComponent(url.replace(/[?#].*$/, '')));
  return /^[a-z][a-z\d+.-]*:|^[\\/]/i.test(path) || path.includes('\0') ? '' : path.split('/').join(sep);
}

interface ReadLimits {
  readonly maxBytes: number;
  /** Reads only the end. */
  readonly tail?: number;
}

/** Reads a regular file. Opening a pipe must not wait for its other end. */
function readFile(file: string, { maxBytes, tail }: ReadLimits): Buffer | null {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  let opened: number | null = null;
  try {
    opened = openSync(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    const stats = fstatSync(opened);
    if (!stats.isFile() || stats.size > maxBytes) return null;
    const length = Math.min(stats.size, tail ?? stats.size);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(opened, bytes, 0, length, stats.size - length));
  } catch {
    return null;
  } finally {
    if (opened !== null) closeSync(opened);
  }
}
