import { basename, dirname, sep } from 'node:path';
import { requireFrom } from '../../../package-files.ts';
import { subscribe } from '../context.ts';
import type { Method } from './observe-method.ts';

/** Undoes a patch; `undefined` if the patch does not know this version of the library. */
export type Undo = (() => void) | undefined;

/** A file of a package that an instrumentation patches. */
export interface WatchedModule {
  /** The name of the package, such as `pg`. */
  readonly packageName: string;
  /** The file inside the package, such as `lib/client.js`. */
  readonly file: string;
  /** Called with the exports and the path of each copy, once. */
  readonly patch: (exports: unknown, path: string) => Undo;
}

/** The entry of a package that has ES modules. */
interface WatchedImport extends Pick<WatchedModule, 'packageName' | 'file'> {
  readonly patch: (exports: unknown) => Undo;
}

interface RequireMessage {
  readonly id?: unknown;
  readonly parentFilename?: unknown;
}
interface ImportMessage {
  readonly url?: unknown;
  readonly result?: unknown;
}

/**
 * Patches all copies of a CommonJS module: those that are loaded, and others as soon as they are. A package whose ESM entry
 * imports its CommonJS code is found too. Loads nothing itself. Returns a function that undoes it.
 */
export function watchModule({ packageName, file, patch }: WatchedModule): () => void {
  const cache = loadedModules();
  const folder = `${sep}node_modules${sep}${packageName.replaceAll('/', sep)}${sep}`;
  const end = folder + file.replaceAll('/', sep);
  const undo = new Map<string, Undo>();

  function look(): void {
    for (const path of Object.keys(cache)) {
      const module = path.endsWith(end) && !undo.has(path) ? cache[path] : undefined;
      if (!module?.loaded) continue;
      // A patch may load modules itself, which looks again.
      undo.set(path, undefined);
      undo.set(
        path,
        tryPatch(() => patch(module.exports, path)),
      );
    }
  }

  const names = namesOf(file);
  const stop = subscribe({
    'tracing:module.require:end'(message) {
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
    },
  });
  look();
  return () => {
    stop();
    for (const restore of undo.values()) restore?.();
  };
}

/**
 * Patches the ES module of a package, in `file`, as soon as the app loads it with `import()`. There is no list of loaded ES modules, and
 * of a static `import` Node says nothing. Returns a function that undoes it.
 */
export function watchImport({ packageName, file, patch }: WatchedImport): () => void {
  const end = `/node_modules/${packageName}/${file}`;
  const undo = new Map<unknown, Undo>();
  const stop = subscribe({
    'tracing:module.import:asyncEnd'(message) {
      const { url, result } = message as ImportMessage;
      // Loaders such as those of Vite and TypeScript import the file itself.
      const isEntry = url === packageName || (typeof url === 'string' && url.endsWith(end));
      if (!isEntry || result === undefined || undo.has(result)) return;
      undo.set(
        result,
        tryPatch(() => patch(result)),
      );
    },
  });
  return () => {
    stop();
    for (const restore of undo.values()) restore?.();
  };
}

/** A version of the library that the patch does not know must not keep the app from loading it. */
function tryPatch(patch: () => Undo): Undo {
  try {
    return patch();
  } catch {
    return undefined;
  }
}

/** The methods of an exported class, or of the class that is exported; none if there is no such class. */
export function prototypeOf(exports: unknown, name?: string): Record<string, Method> {
  const found = name === undefined ? exports : Object(exports)[name];
  return Object(found).prototype ?? {};
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
