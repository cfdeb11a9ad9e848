import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackage, requireFrom } from '../../package-files.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const NAME = 'gatebook';
const IN_TREE = /(?:^|\/)node_modules\/gatebook$/;

/** Whether the folder has this version of Gatebook, and no other. */
export function checkVersions(folder = process.cwd()): readonly Finding[] {
  const { version } = readPackage();
  const copies = lockedCopies(folder) ?? installedCopy(folder);
  const versions = new Set([...copies.values()]);
  if (versions.size > 1) {
    const list = [...copies].map(([path, each]) => `${each} (${path})`).join(', ');
    return [
      problem(
        'versions',
        `Several versions of gatebook are installed: ${list}.`,
        'Run npm ls gatebook to see who needs them, and update all to the same version.',
      ),
    ];
  }
  const [installed] = versions;
  if (installed === undefined)
    return [
      note(
        'versions',
        `gatebook ${version}, which is not installed in this folder`,
        'To record an app: npm install gatebook',
      ),
    ];
  if (installed === version) return [ok('versions', `gatebook ${version}`)];
  return [
    problem(
      'versions',
      `This is gatebook ${version}, but ${installed} is installed in this folder.`,
      'Run npx gatebook in the folder of the app, without a version.',
    ),
  ];
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
