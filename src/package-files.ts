import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { GatebookError } from './errors.ts';

// The files of this package that are not imported: threads, assets, package.json. The code runs in src/ (our tests), in dist/ and
// dist/cjs/, or in the bundle of an app. A bundle uses the files of the installed package, if it has the same version.

/** Set by scripts/build.js. */
declare const GATEBOOK_VERSION: string | undefined;

/** This file, or the bundle it is part of. Bundlers rewrite `new URL('…', import.meta.url)`, so the URL is kept in a constant. */
const OWN_URL = (import.meta.url as string | undefined) ?? commonJsUrl();
const IS_SOURCE = OWN_URL.endsWith('.ts');

export const OWN_FOLDER = fileURLToPath(new URL('.', OWN_URL));

export const FILES_MISSING = `The files of Gatebook are not part of this bundle: mark "gatebook" as external in your bundler, or install gatebook${IS_SOURCE ? '' : `@${GATEBOOK_VERSION}`} where the app runs.`;

/** In CommonJS there is no `import.meta.url`. */
function commonJsUrl(): string {
  return pathToFileURL(typeof __filename === 'string' ? __filename : process.execPath).href;
}

let folder: string | null | undefined;

/** The folder of this package; `null` in a bundle that runs where the package is not installed. */
export function packageFolder(): string | null {
  if (folder === undefined) folder = findPackage();
  return folder;
}

function findPackage(): string | null {
  for (const candidate of CANDIDATES) {
    try {
      const path = candidate();
      if (isThisPackage(path)) return path;
    } catch {
      // Not installed there.
    }
  }
  return null;
}

const CANDIDATES: readonly (() => string)[] = [
  () => fileURLToPath(new URL('..', OWN_URL)),
  () => fileURLToPath(new URL('../..', OWN_URL)),
  () => installedFor(fileURLToPath(OWN_URL)),
  () => installedFor(process.argv[1] ?? ''),
  () => installedFor(join(process.cwd(), 'index.js')),
];

function installedFor(file: string): string {
  return dirname(requireFrom(file).resolve('gatebook/package.json'));
}

function isThisPackage(path: string): boolean {
  const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  if (name !== 'gatebook') return false;
  return IS_SOURCE || (version === GATEBOOK_VERSION && existsSync(join(path, 'dist/writer-worker.js')));
}

/** `require` as a file would call it. webpack replaces calls of an imported `createRequire`, so no other file imports it. */
export function requireFrom(file: string): NodeJS.Require {
  return module.createRequire(file);
}

function packageFile(path: string): string {
  const found = packageFolder();
  if (found === null) throw new GatebookError('files-missing', FILES_MISSING);
  return join(found, path);
}

export function readPackage(): { readonly version: string; readonly description: string } {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
}

/** A file that a browser loads. `npm run build` writes them. */
export function assetFile(name: string): string {
  return packageFile(join('dist/assets', name));
}

/** A file of our code that is not imported, such as that of a worker thread. */
export function codeFile(folderOfSource: string, name: string): URL {
  return pathToFileURL(packageFile(IS_SOURCE ? `src/${folderOfSource}/${name}.ts` : `dist/${name}.js`));
}
