import { fileURLToPath, pathToFileURL } from 'node:url';
import { appPath, isFrame, isLibraryFrame } from '../format/stack-frames.ts';
import { OWN_FOLDER, packageFolder } from '../package-files.ts';
import type { Exception } from '../profile/profile.ts';

/** A frame has a file, unlike `at async Promise.all (index 0)`. */
const HAS_FILE = /[\\/]|:\d+\)?$/;

/** The line of the stack where the app's own code failed, or called the code that failed; that of a cause, if there is none. */
export function topAppFrame(exception: Exception): string {
  for (let error: Exception | null = exception; error; error = error.cause) {
    const line = error.stack.split('\n').find(isAppFrame);
    if (line !== undefined) return line.trim();
  }
  return '';
}

function isAppFrame(line: string): boolean {
  return isFrame(line) && !isLibraryFrame(line) && HAS_FILE.test(line) && !isOwnFrame(line);
}

/** The working folder as it appears in frames of CommonJS and of ES modules. */
const OWN_FOLDERS = [OWN_FOLDER, pathToFileURL(OWN_FOLDER).href];

/** This package's own files where it is not in `node_modules`. In a bundle they are part of the app's files. */
function isOwnFrame(line: string): boolean {
  if (!OWN_FOLDERS.some((folder) => line.includes(folder))) return false;
  const folder = packageFolder();
  return folder !== null && OWN_FOLDER.startsWith(folder);
}

/** The function and the file of a frame. */
export interface FramePlace {
  /** Empty for code outside of a function, and for a function without a name. */
  readonly name: string;
  /** Relative to the working folder, with slashes. */
  readonly file: string;
}

export function placeOf(frame: string): FramePlace {
  const call = frame.replace(/^at (?:async )?/, '');
  const open = call.endsWith(')') ? call.indexOf(' (') : -1;
  const name = open < 0 ? '' : call.slice(0, open).replace(/ \[as [^\]]*\]$/, '');
  const location = open < 0 ? call : call.slice(open + 2, -1);
  return { name: name.endsWith('<anonymous>') ? '' : name, file: fileOf(location.replace(/(?::\d+)+$/, '')) };
}

function fileOf(location: string): string {
  const [path = ''] = location.split('?');
  return appPath(toPath(path));
}

function toPath(location: string): string {
  try {
    return location.startsWith('file:') ? fileURLToPath(location) : location;
  } catch {
    return location;
  }
}
