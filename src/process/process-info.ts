import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { textStart } from '../format/cut-text.ts';
import type { ProcessInfo } from '../profile/entry.ts';

/** The maximum length of a service, an instance and a release. */
export const MAX_PROCESS_TEXT = 128;

/** What is recorded of this process. What is not given comes from npm, or from the app's package.json. */
export function processInfo(service: string | undefined, release: string | undefined): ProcessInfo {
  const { env } = process;
  let known: Package | null = null;
  const app = () => {
    // The current folder may have been deleted.
    known ??= attempt(nearestPackage) ?? {};
    return known;
  };
  const pid = `:${process.pid}`;
  return {
    service: bounded(service ?? env.npm_package_name ?? app().name),
    instance: textStart(attempt(hostname) ?? '', MAX_PROCESS_TEXT - pid.length) + pid,
    release: bounded(release ?? env.npm_package_version ?? app().version),
  };
}

function bounded(text: unknown): string {
  return typeof text === 'string' ? textStart(text.trim(), MAX_PROCESS_TEXT) : '';
}

interface Package {
  readonly name?: unknown;
  readonly version?: unknown;
}

/** The package.json of the app: beside its main file or above it. A command of a package runs in the folder of the app. */
function nearestPackage(): Package {
  const file = process.argv[1];
  const start = !file || /[\\/]node_modules[\\/]/.test(file) ? process.cwd() : dirname(file);
  for (let folder = start; ; folder = dirname(folder)) {
    const found = attempt<Package>(() => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    // One without a name only says how the files beside it are loaded.
    if (typeof found?.name === 'string' || dirname(folder) === folder) return found ?? {};
  }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
