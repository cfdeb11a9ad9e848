import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchesGlob, parseGlob } from '../format/glob.ts';

const BOOK = '.gatebook';
const RECIPE = /^(?:(?:.+\.)?(?:docker|container)file|(?:docker|container)file\..+)$/i;
const IGNORE_FILES = ['.dockerignore', '.containerignore'];

export const IGNORE_BOOK = 'Add .gatebook to .dockerignore (docs/deploy.md#containers).';

/** Warns if a Docker image of this folder would contain the book. Git ignores the book by its own .gitignore; Docker does not. */
export function imageNote(folder: string): string | null {
  try {
    const names = readdirSync(folder);
    if (!names.some((name) => RECIPE.test(name))) return null;
    const isIgnored = IGNORE_FILES.some((name) => names.includes(name) && ignoresBook(join(folder, name)));
    return isIgnored ? null : 'An image that is built here would contain the book, with the key of its page.';
  } catch {
    return null;
  }
}

/** The last line that matches decides. */
function ignoresBook(file: string): boolean {
  const last = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => matchesGlob(parseGlob(patternOf(line)), BOOK));
  return last !== undefined && !last.startsWith('!');
}

/** `!/**\/.gatebook/` is about `.gatebook`. */
function patternOf(line: string): string {
  return line
    .replace(/^!/, '')
    .replace(/^\.?\//, '')
    .replace(/^(?:\*\*\/)+/, '')
    .replace(/(?:\/\*{0,2})+$/, '');
}
