import nodePath from 'node:path';

/** `node_modules` in the path of a file, or a module of Node. A path in a source map can start with `node_modules`. */
const LIBRARY = /[\\/( ]node_modules[\\/]|(?:\(|at |at async )node:/;
/** Built-in functions such as `Array.map (<anonymous>)`. */
const BUILT_IN = /\((?:<anonymous>|native)\)$/;
const FRAME = /^\s+at /;

export function isFrame(line: string): boolean {
  return FRAME.test(line);
}

/** Whether a line of a stack is a frame of a library or of Node, not of the app. */
export function isLibraryFrame(line: string): boolean {
  return LIBRARY.test(line) || BUILT_IN.test(line);
}

/** A path relative to a folder, with slashes on Windows too, so that a place in the code has one name. */
export function appPath(
  file: string,
  folder: string = process.cwd(),
  { relative, sep }: Pick<typeof nodePath, 'relative' | 'sep'> = nodePath,
): string {
  return relative(folder, file).split(sep).join('/');
}
