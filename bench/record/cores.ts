import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** How many cores an app may use, with all its threads. */
export type CoreCount = 1 | 2;
/** As `taskset` lists them; `null` is all. */
export type Cores = string | null;

/** The load generator has the cores that the app has not, because in production clients are other machines. Where none is left, both use all. */
export function shareCores(count: CoreCount): { readonly app: Cores; readonly load: Cores } {
  const all = availableParallelism();
  if (all <= count && count > 1) return { app: null, load: null };
  if (all <= count) throw new Error('One core for the app and one for the load generator are needed.');
  if (spawnSync('taskset', ['--version']).status !== 0)
    throw new Error('taskset is missing: it limits the app to its cores.');
  return { app: `0-${count - 1}`, load: `${count}-${all - 1}` };
}

/** Options of `fork`. Set before Node starts, so that all threads have it, and V8 starts as many as on such a machine. */
export function forkOn(cores: Cores, flags: readonly string[] = []) {
  return cores === null
    ? { execArgv: [...flags] }
    : { execPath: 'taskset', execArgv: ['-c', cores, process.execPath, ...flags] };
}
