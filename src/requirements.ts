import { GatebookError } from './errors.ts';
import { FILES_MISSING, packageFolder } from './package-files.ts';

// This file and all that the entry points import also load on older versions of Node, so that they can say this much.

/** The oldest version of Node that has all we need. package.json has the same. */
const OLDEST_NODE = { major: 22, minor: 15 };

/** Why Gatebook can't record in this process; `null` if it can. */
export function unmetRequirement(): string | null {
  return unsupportedRuntime() ?? (packageFolder() === null ? FILES_MISSING : null);
}

/** Says that this version of Node is too old, or that this is not Node; `null` if it will do. */
export function unsupportedRuntime(
  versions: Readonly<NodeJS.Dict<string>> = process.versions,
): string | null {
  const { node = '', bun, deno } = versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isNew = major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor);
  // Bun does not publish requests on diagnostics channels, and Deno can't start our threads.
  const other = bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : null;
  if (isNew && other === null) return null;
  return `Gatebook needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; this is ${other ?? node}.`;
}

/** Throws if this version of Node is too old, or if this is not Node. */
export function requireNode(): void {
  const problem = unsupportedRuntime();
  if (problem !== null) throw new GatebookError('node-too-old', problem);
}

/** `GATEBOOK=off` switches off `gatebook/register` and `gatebook(app)`. */
export function isSwitchedOff(): boolean {
  return process.env.GATEBOOK === 'off';
}
