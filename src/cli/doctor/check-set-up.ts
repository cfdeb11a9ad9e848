import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../../errors.ts';
import { readConfigFile } from '../../options/config-file.ts';
import { mergeOptions, misspelledVariables, resolveWithEnvironment } from '../../options/environment.ts';
import type { GatebookOptions } from '../../options/options.ts';
import { readPackage, requireFrom } from '../../package-files.ts';
import { isSwitchedOff } from '../../requirements.ts';
import { displayStorage } from '../../store/display-storage.ts';
import { storageKind } from '../../store/open-store.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** Node, the options of the folder and of the environment. */
export function checkSetUp(storage: string): readonly Finding[] {
  const config = readConfig();
  return [
    ok('node', `Node ${process.versions.node}`),
    ...(isSwitchedOff()
      ? [note('switched-off', 'GATEBOOK=off is set: nothing is recorded.', 'Unset GATEBOOK to record.')]
      : []),
    ...('finding' in config ? [config.finding] : checkOptions(config.options, storage)),
    ...misspelledVariables(process.env).map(([name, meant]) =>
      problem('options', `The environment variable ${name} has no effect.`, `Did you mean ${meant}?`),
    ),
  ];
}

function readConfig(): { readonly finding: Finding } | { readonly options: GatebookOptions } {
  try {
    return { options: readConfigFile() };
  } catch (error) {
    return {
      finding: problem(
        'config',
        messageOf(error),
        'Fix the file. Until then, gatebook/register records nothing.',
      ),
    };
  }
}

/** Whether the options are valid, and whether apps of this folder record into the book that is looked at. */
function checkOptions(config: GatebookOptions, storage: string): readonly Finding[] {
  try {
    resolveWithEnvironment({}, config);
  } catch (error) {
    return [problem('options', messageOf(error), 'See docs/configuration.md for all options.')];
  }
  const names = Object.keys(config);
  const found = ok(
    'config',
    names.length === 0
      ? 'No gatebook.config.js: the defaults'
      : `gatebook.config.js sets ${names.join(', ')}`,
  );
  const { storage: recorded } = mergeOptions({}, config);
  if (typeof recorded !== 'string' || isSame(recorded, storage)) return [found];
  return [
    found,
    problem(
      'storage',
      `Apps of this folder record into ${displayStorage(recorded)}, but this command reads ${displayStorage(storage)}.`,
      `Pass --storage ${displayStorage(recorded)}, or set GATEBOOK_STORAGE to it for the app and the commands.`,
    ),
  ];
}

function isSame(a: string, b: string): boolean {
  const path = (storage: string) =>
    storageKind(storage) === 'sqlite' ? resolve(storage.slice('sqlite:'.length)) : storage;
  return path(a) === path(b);
}

const NAME = 'gatebook';
const IN_TREE = /(?:^|\/)node_modules\/gatebook$/;

/** Whether the folder has this version of Gatebook, and no other. */
export function checkVersions(folder = process.cwd()): Finding {
  const { version } = readPackage();
  const copies = lockedCopies(folder) ?? installedCopy(folder);
  const versions = new Set([...copies.values()]);
  if (versions.size > 1) {
    const list = [...copies].map(([path, each]) => `${each} (${path})`).join(', ');
    return problem(
      'versions',
      `Several versions of gatebook are installed: ${list}.`,
      'Run npm ls gatebook to see who needs them, and update all to the same version.',
    );
  }
  const [installed] = versions;
  if (installed === undefined)
    return note(
      'versions',
      `gatebook ${version}, which is not installed in this folder`,
      'To record an app: npm install gatebook',
    );
  if (installed === version) return ok('versions', `gatebook ${version}`);
  return problem(
    'versions',
    `This is gatebook ${version}, but ${installed} is installed in this folder.`,
    'Run npx gatebook in the folder of the app, without a version.',
  );
}

/** The copies that package-lock.json lists; `null` without such a file. */
function lockedCopies(folder: string): Map<string, string> | null {
  try {
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      readonly packages?: Readonly<Record<string, { readonly version?: unknown }>>;
    };
    const copies = Object.entries(packages ?? {}).filter(([path]) => IN_TREE.test(path));
    return copies.length === 0
      ? null
      : new Map(copies.map(([path, { version }]) => [path, String(version ?? 'unknown')]));
  } catch {
    return null;
  }
}

function installedCopy(folder: string): Map<string, string> {
  try {
    const path = requireFrom(join(folder, 'index.js')).resolve(`${NAME}/package.json`);
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version?: unknown };
    return new Map([[path, String(version)]]);
  } catch {
    return new Map();
  }
}
