import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z]+)\/` \|.*\| ([^|]*)\|$/gm)];

/** All folders of src/ that docs/architecture.md describes. */
export const FOLDERS: readonly string[] = rows.map(([, folder = '']) => folder);

/** The folders that each folder may import. Those that may import everything put the parts together. */
export const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map(
  rows
    .filter(([, , allowed = '']) => !allowed.startsWith('everything'))
    .map(([, folder = '', allowed = '']) => [folder, allowed.split(/[,\s]+/).filter(Boolean)]),
);

/** The files beside the folders that every folder may import. */
export const SHARED: readonly string[] = (/Any folder may use (.*?) Imports run/s.exec(page)?.[1] ?? '')
  .split('`')
  .filter((text) => text.startsWith('src/'));
