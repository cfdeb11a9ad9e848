import { basename, dirname, sep } from 'node:path';
import { requireFrom } from '../../package-files.ts';
import { subscribe } from './context.ts';

/** A file of a package that an instrumentation patches. */
export interface WatchedModule {
  /** The name of the package, such as `pg`. */
  readonly packageName: string;
  /** The file inside the package, such as `lib/client.js`. */
  readonly file: string;
  /** Called with the exports and the path of each copy, once. Returns a function that undoes what it changed. */
  readonly patch: (exports: unknown, path: string) => () => void;
}

interface RequireMessage {
  readonly id?: unknown;
  readonly parentFilename?: unknown;
}

/**
 * Patches all copies of a CommonJS module: those that are loaded, and others as soon as they are. A package whose ESM entry
 * imports its CommonJS code is found too. Returns a function that undoes it.
 */
export function watchModule({ packageName, file, patch }: WatchedModule): () => void {
  const cache = loadedModules();
  const folder = `${sep}node_modules${sep}${packageName.replaceAll('/', sep)}${sep}`;
  const end = folder + file.replaceAll('/', sep);
  const undo = new Map<string, () => void>();

  function look(): void {
    for (const path of Object.keys(cache)) {
      const module = path.endsWith(end) && !undo.has(path) ? cache[path] : undefined;
      if (!module?.loaded) continue;
      // A patch may load modules itself, which looks again.
      undo.set(path, () => {});
      try {
        undo.set(path, patch(module.exports, path));
      } catch {
        // A version of the library that the patch does not know. It must not keep the app from loading it.
      }
    }
  }

  const names = namesOf(file);
  const onLoaded = (message: unknown) => {
    const { id, parentFilename } = message as RequireMessage;
    if (typeof id !== 'string') return;
    const isRelated =
      id === packageName ||
      id.startsWith(`${packageName}/`) ||
      // With import(), the id of a CommonJS module is its path.
      id.includes(folder) ||
      // A package may have thousands of files, so only the name of the right one counts.
      (typeof parentFilename === 'string' &&
        parentFilename.includes(folder) &&
        names.has(basename(id, '.js')));
    if (isRelated) look();
  };
  const stop = subscribe({
    'tracing:module.require:end': onLoaded,
    'tracing:module.import:asyncEnd': onLoaded,
  });
  look();
  return () => {
    stop();
    for (const restore of undo.values()) restore();
  };
}

/** What a module of the same package may end with when it loads a file. */
function namesOf(file: string): ReadonlySet<string> {
  const name = basename(file, '.js');
  return new Set(name === 'index' ? [name, basename(dirname(file)), '.', '..'] : [name]);
}

/** All CommonJS modules that are loaded, by their paths. */
export function loadedModules(): NodeJS.Dict<NodeJS.Module> {
  // Any path will do; a bundle may not know its own.
  return requireFrom(process.execPath).cache;
}
