import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireFrom } from '../../package-files.ts';
import { loadedModules } from './loaded-modules.ts';

/**
 * Patches the ESM build of a package, in the copies that the main script and the current folder would import. It is in no
 * cache that can be listed, but importing it gives the same module as the app imports, before or after. A copy whose
 * CommonJS build is loaded is left alone. Returns a function that undoes it.
 */
export function patchEsmEntries(packageName: string, patch: (exports: unknown) => () => void): () => void {
  const undo: (() => void)[] = [];
  let isStopped = false;
  for (const url of esmEntries(packageName)) {
    import(/* webpackIgnore: true */ /* @vite-ignore */ url)
      .then((exports: unknown) => {
        if (!isStopped) undo.push(patch(exports));
      })
      .catch(() => {});
  }
  return () => {
    isStopped = true;
    for (const restore of undo) restore();
  };
}

function esmEntries(packageName: string): Set<string> {
  const cache = loadedModules();
  const urls = new Set<string>();
  for (const entry of installedEntries(packageName)) {
    try {
      const folder = packageFolder(entry, packageName);
      const file = importedFile(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
      if (file !== undefined && !cache[entry]) urls.add(pathToFileURL(join(folder, file)).href);
    } catch {
      // Another version, with other files.
    }
  }
  return urls;
}

/** What `require` resolves a package to, in the copies that the main script and the current folder would load. */
export function installedEntries(packageName: string): ReadonlySet<string> {
  const entries = new Set<string>();
  for (const from of [process.argv[1], join(process.cwd(), 'index.js')]) {
    try {
      entries.add(requireFrom(from ?? '').resolve(packageName));
    } catch {
      // Not installed.
    }
  }
  return entries;
}

function packageFolder(entry: string, packageName: string): string {
  const end = `${sep}node_modules${sep}${packageName.replaceAll('/', sep)}`;
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder))
    if (folder.endsWith(end)) return folder;
  throw new Error(`${entry} is not in a folder of ${packageName}.`);
}

/** What `import` resolves to, if it differs from `require`. */
function importedFile({ exports }: { exports?: { '.'?: { import?: unknown } } }): string | undefined {
  const entry = exports?.['.']?.import;
  const file = typeof entry === 'object' && entry !== null && 'default' in entry ? entry.default : entry;
  return typeof file === 'string' ? file : undefined;
}
