// A thread or a process that a test starts has its own memory: it reports the mutants that it reaches through a file.
import { appendFileSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** An array that writes each index that is set to the file, once. */
export function noteReached(file, count) {
  const seen = new Set();
  const opened = openSync(file, 'a');
  const note = (line) => {
    try {
      appendFileSync(file, line);
    } catch {
      // A process that has given up its rights.
      writeSync(opened, line);
    }
  };
  return new Proxy(new Uint8Array(count), {
    set(_, id) {
      if (!seen.has(id)) note(`${id}\n`);
      seen.add(id);
      return true;
    },
  });
}

/** The mutants that others reached since the last call. */
export function takeReached(file) {
  if (!existsSync(file)) return [];
  const ids = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
  rmSync(file);
  return ids;
}
