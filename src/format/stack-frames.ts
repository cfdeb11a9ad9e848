/** `node_modules` in the path of a file, or a module of Node. */
const LIBRARY = /[\\/]node_modules[\\/]|(?:\(|at |at async )node:/;
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
