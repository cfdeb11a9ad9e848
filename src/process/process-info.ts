import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { tryOr } from '../errors.ts';
import { textStart } from '../format/cut-text.ts';
import type { ProcessInfo } from '../profile/entry.ts';
import { platformName } from './platform-names.ts';

/** The maximum length of a service, an instance, an environment and a release. */
export const MAX_PROCESS_TEXT = 128;

type Given = { readonly [Name in keyof ProcessInfo]?: string | undefined };

/** Names of this process: given ones, or those of the platform, of npm, or of the app's package.json. */
export function processInfo(given: Given): ProcessInfo {
  const { env } = process;
  const named = (name: keyof ProcessInfo) => given[name] ?? platformName(name, env);
  let known: Package | null = null;
  const app = () => {
    // The current folder may have been deleted.
    known ??= tryOr({}, nearestPackage);
    return known;
  };
  const pid = `:${process.pid}`;
  return {
    service: bounded(named('service') ?? env.npm_package_name ?? app().name),
    instance:
      textStart(named('instance')?.trim() ?? tryOr('', hostname), MAX_PROCESS_TEXT - pid.length) + pid,
    environment: bounded(named('environment')),
    release: bounded(named('release') ?? env.npm_package_version ?? app().version),
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
    const found = tryOr(null, (): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    // One without a name only says how the files beside it are loaded.
    if (typeof found?.name === 'string' || dirname(folder) === folder) return found ?? {};
  }
}
