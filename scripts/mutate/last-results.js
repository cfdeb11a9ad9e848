// The results of the last run of each target, in test-results: so that only the survivors can be tried again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const keyOf = ({ file, code, by, nth }) => [file, code, by, nth].join('\n');

export const isKilled = ({ result }) => result === 'killed' || result === 'timeout';

export class LastResults {
  #path;
  #results = new Map();

  constructor(root, target) {
    this.#path = join(root, 'test-results/mutants', `${target.replaceAll('/', '-')}.json`);
  }

  read() {
    const mutants = JSON.parse(readFileSync(this.#path, 'utf8'));
    this.#results = new Map(mutants.map((mutant) => [keyOf(mutant), mutant]));
    return this;
  }

  /** Whether a mutant survived the last run. */
  survived(mutant) {
    const last = this.#results.get(keyOf(mutant));
    return last !== undefined && !isKilled(last);
  }

  /** Forgets the survivors: those whose code has changed are not tried again. */
  keepKilled() {
    for (const [key, mutant] of this.#results) if (!isKilled(mutant)) this.#results.delete(key);
  }

  add(mutants) {
    for (const mutant of mutants) this.#results.set(keyOf(mutant), mutant);
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(this.all(), null, 1));
  }

  all() {
    return [...this.#results.values()];
  }
}
