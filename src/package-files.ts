import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The paths of this package's files. They are right for src/, which our tests run, and for dist/, which has all code in one folder.

/** The folder with the files that a browser loads. `npm run build` writes them. */
export const ASSETS = new URL('../dist/assets/', import.meta.url);

/** The folder of this package's code. */
export const OWN_FOLDER = fileURLToPath(new URL('.', import.meta.url));

export function readPackage(): { readonly version: string; readonly description: string } {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
}

/** The code of a worker thread. */
export function workerFile(folder: string, name: string): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? `./${folder}/${name}.ts` : `./${name}.js`,
    import.meta.url,
  );
}
