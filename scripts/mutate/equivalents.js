// Mutants that cannot be noticed: the files of equivalent/ list them by file and line of code, each with the reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_SHOWN = 70;
const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}...` : line;
};

/** `original -> mutated` in one line. */
export function describeMutant({ original, by }) {
  return `${short(original)} -> ${short(by) || 'removed'}`;
}

/** All lists of a folder in one. */
export function readEquivalents(folder) {
  const lists = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return Object.assign({}, ...lists);
}

export class Equivalents {
  #listed;
  #used = new Set();

  /** `{ file: [{ line, mutants?, reason }] }`: without `mutants`, an entry is about all surviving mutants of the line. */
  constructor(files) {
    this.#listed = Object.entries(files).flatMap(([file, entries]) =>
      entries.map((entry) => ({ file, ...entry })),
    );
  }

  reasonFor(mutant) {
    if (mutant.isFallback && mutant.result === 'unreached')
      return 'a fallback that only the type checker needs';
    const entry = this.#listed.find(
      ({ file, line, mutants }) =>
        file === mutant.file &&
        line === mutant.code &&
        (mutants ?? [describeMutant(mutant)]).includes(describeMutant(mutant)),
    );
    if (entry) this.#used.add(entry);
    return entry?.reason;
  }

  unused() {
    return this.#listed.filter((entry) => !this.#used.has(entry));
  }
}
