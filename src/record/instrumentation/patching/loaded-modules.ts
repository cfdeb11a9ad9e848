import { basename, dirname, join, sep } from 'node:path';
import { tryOr } from '../../../errors.ts';
import { requireFrom } from '../../../package-files.ts';
import { subscribe } from '../context.ts';
import type { Method } from './wrap-method.ts';

/** Undoes a patch; `undefined` if nothing was patched. */
export type Undo = (() => void) | undefined;

/** Patches the exports of a file, which has this path. If it throws, it does not know this version, which the app can load all the same. */
export type Patch = (exports: unknown, path: string) => Undo;

interface RequireMessage {
  readonly id?: unknown;
  readonly parentFilename?: unknown;
}
interface ImportMessage {
  readonly url?: unknown;
  readonly result?: unknown;
}

/**
 * Patches files of all copies of a package: those that are loaded, and others as soon as they are. `patches` has a function for each
 * CommonJS file, such as `lib/client.js`, and `onPatched` is called after each patch that had an effect. A package whose ESM entry
 * imports its CommonJS code is found too. Loads nothing itself. Returns a function that undoes it.
 */
export function watchModules(
  packageName: string,
  patches: Readonly<Record<string, Patch>>,
  onPatched = () => {},
): () => void {
  const cache = loadedModules();
  const folder = `${sep}node_modules${sep}${packageName.replaceAll('/', sep)}${sep}`;
  const files = Object.entries(patches).map(
    ([file, patch]) => [folder + file.replaceAll('/', sep), patch] as const,
  );
  const undo = new Map<string, Undo>();

  function look(): void {
    for (const path of Object.keys(cache)) {
      const patch = files.find(([end]) => path.endsWith(end))?.[1];
      const module = cache[path];
      if (!patch || !module?.loaded || undo.has(path)) continue;
      // A patch may load modules itself, which looks again.
      undo.set(path, undefined);
      const undoPatch = tryOr(undefined, () => patch(module.exports, path));
      undo.set(path, undoPatch);
      if (undoPatch) onPatched();
    }
  }

  const names = new Set(Object.keys(patches).flatMap(namesOf));
  const stop = subscribe({
    'tracing:module.require:end'(message) {
      const { id, parentFilename } = message as RequireMessage;
      if (typeof id !== 'string') return;
      const isRelated =
        id === packageName ||
        id.startsWith(`${packageName}/`) ||
        // With import(), the id of a CommonJS module is its path.
        id.includes(folder) ||
        // A package may have thousands of files, so only names of the right ones count.
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
 * Node does not report a static `import`. Returns a function that undoes it.
 */
export function watchImport(packageName: string, file: string, patch: Patch): () => void {
  const end = `/node_modules/${packageName}/${file}`;
  const undo = new Map<unknown, Undo>();
  const stop = subscribe({
    'tracing:module.import:asyncEnd'(message) {
      const { url, result } = message as ImportMessage;
      // Loaders such as those of Vite and TypeScript import the file itself.
      if (typeof url !== 'string' || (url !== packageName && !url.endsWith(end))) return;
      if (result === undefined || undo.has(result)) return;
      undo.set(
        result,
        tryOr(undefined, () => patch(result, url)),
      );
    },
  });
  return () => {
    stop();
    for (const restore of undo.values()) restore?.();
  };
}

/** The methods of an exported class, or of the class that is exported; none if there is no such class. */
export function prototypeOf(exports: unknown, name?: string): Record<string, Method> {
  const found = name === undefined ? exports : Object(exports)[name];
  return Object(found).prototype ?? {};
}

/** What the last part of an id may be, when a module of the same package loads a file. */
function namesOf(file: string): readonly string[] {
  const name = basename(file, '.js');
  return name === 'index' ? [name, basename(dirname(file)), '.', '..'] : [name];
}

/** What `load` returns with the `require` of the main script and with that of the current folder, without those that threw. */
export function loadFromApp<Loaded>(load: (require: NodeJS.Require) => Loaded): readonly Loaded[] {
  return [process.argv[1], join(process.cwd(), 'index.js')].flatMap((from) =>
    tryOr([], () => [load(requireFrom(from ?? ''))]),
  );
}

export function loadedModules(): NodeJS.Dict<NodeJS.Module> {
  // Any path will do; a bundle may not know its own.
  return requireFrom(process.execPath).cache;
}
