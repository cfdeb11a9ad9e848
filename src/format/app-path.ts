import nodePath from 'node:path';

/** A path relative to a folder, with slashes on Windows too, so that a place in the code has one name. */
export function appPath(
  file: string,
  folder: string = process.cwd(),
  { relative, sep }: Pick<typeof nodePath, 'relative' | 'sep'> = nodePath,
): string {
  return relative(folder, file).split(sep).join('/');
}
