import { existsSync } from 'node:fs';
import { dirname, isAbsolute, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryOr } from '../../../errors.ts';

/** Where the sources of a map are looked for. */
export interface SourceBase {
  /** The file that has the map. */
  readonly mapFile: string;
  readonly sourceRoot: string;
  /** The folders of the app. */
  readonly folders: readonly string[];
}

const MAX_LENGTH = 200;
/** Two letters or more: `C:` is a drive. */
const DRIVE = /^[a-z]:(?=\/)/i;
const SCHEME = /^([a-z][a-z\d+.-]+):\/*/i;
/** The name of the project in `webpack://shop/./src/pay.ts`; `[project]` is the folder of a Next.js app. */
const PROJECT = /^(?:[^/]*\/|\/+)?(?:\[project\]\/)?/;
const UNSAFE = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * The path of a source that a map names: absolute if it is in a folder of the app, otherwise relative, only to be shown. A map can name
 * any path, so nothing is read here.
 */
export function sourcePath(source: string, base: SourceBase): string {
  if (source === '') return '';
  const start = source.slice(0, 4096);
  const name = tryOr(start, () => decodeURIComponent(start))
    .replace(UNSAFE, ' ')
    .replaceAll('\\', '/');
  const file = name.startsWith('file:') ? tryOr(null, () => fileURLToPath(name)) : resolved(name, base);
  if (file !== null && file.length <= MAX_LENGTH + 100 && isInside(file, base.folders)) return file;
  return plainPath(name);
}

/** Whether a file is in one of the folders. */
export function isInside(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const path = relative(folder, file);
    return path !== '' && !isAbsolute(path) && path !== '..' && !/^\.\.[\\/]/.test(path);
  });
}

function resolved(name: string, { mapFile, sourceRoot, folders }: SourceBase): string | null {
  if (SCHEME.test(name)) {
    // Such a name may also be that of a part of the bundler.
    const file = resolve(folders[0] ?? '/', plainPath(name));
    return existsSync(file) ? file : null;
  }
  // Built on Windows, and run elsewhere.
  if (DRIVE.test(name) && sep === '/') return null;
  const root = SCHEME.test(sourceRoot) ? '' : sourceRoot;
  return resolve(dirname(mapFile), root, name);
}

/** A path without a scheme, a drive, `..` at its start and all that comes before them. */
function plainPath(name: string): string {
  const scheme = SCHEME.exec(name);
  const path = scheme ? withoutProject(name, scheme[1] ?? '') : name.replace(DRIVE, '');
  const plain = posix.normalize(path).replace(/^(?:\.{0,2}\/)+/, '');
  if (plain === '.' || plain === '..') return '';
  return plain.length > MAX_LENGTH ? `…${plain.slice(-MAX_LENGTH)}` : plain;
}

function withoutProject(name: string, scheme: string): string {
  const path = name.slice(scheme.length + 1).replace(/^\/\//, '');
  const own = path.lastIndexOf('/./');
  // webpack writes `?1a2b` after names that it uses twice.
  return (own < 0 ? path.replace(PROJECT, '') : path.slice(own + 3)).replace(/\?[^/]*$/, '');
}
