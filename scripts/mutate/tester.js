// Starts a process that runs tests, asks it one thing at a time, and ends it if it does not answer in time.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROCESS = join(import.meta.dirname, 'test-process.js');
const HOOKS = join(import.meta.dirname, 'hooks.js');
/** Every load of the modules stays in memory. */
const MAX_LOADS = 150;

/** The process has ended: by its limit of CPU time, or by the mutant. */
export const ENDED = { type: 'ended' };

export class Tester {
  #child = null;
  #loads = 0;
  #env;
  #folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  #plan = join(this.#folder, 'plan.json');

  /** `codes` are the files with their mutants: [absolute path, code]. */
  constructor(root, codes, count, env = {}) {
    this.#env = env;
    const mutated = {};
    for (const [index, [file, code]] of codes.entries()) {
      mutated[file] = join(this.#folder, `${index}.ts`);
      writeFileSync(mutated[file], code);
    }
    const reachedFile = join(this.#folder, 'reached');
    writeFileSync(this.#plan, JSON.stringify({ root, mutated, count, reachedFile }));
  }

  /** Resolves to the answer, to null if there is none within the time limit, or to ENDED if the process ends. */
  async ask(message, limitMs) {
    if (this.#loads++ >= MAX_LOADS) this.#end();
    this.#child ??= this.#start();
    const child = this.#child;
    const answer = await new Promise((done) => {
      // The answer may already be there if this process had to wait itself.
      const timer = setTimeout(() => setImmediate(() => setImmediate(done, null)), limitMs);
      const finish = (value) => {
        clearTimeout(timer);
        child.removeAllListeners();
        done(value);
      };
      child
        .once('message', finish)
        .once('exit', () => finish(ENDED))
        .once('error', () => finish(null));
      child.send(message);
    });
    if (answer === null || answer === ENDED || answer.needsRestart) this.#end();
    return answer;
  }

  #start() {
    this.#loads = 0;
    return fork(PROCESS, [], {
      execArgv: ['--max-old-space-size=2000', '--no-warnings', '--import', HOOKS],
      env: {
        ...process.env,
        ...this.#env,
        MUTATE_PLAN: this.#plan,
        // For processes that a test starts.
        NODE_OPTIONS: `--import ${pathToFileURL(HOOKS)}`,
        GATEBOOK_KEY: 'key-of-the-tests-1',
        NODE_ENV: 'test',
      },
      stdio: ['ignore', 'ignore', process.env.MUTATE_DEBUG ? 'inherit' : 'ignore', 'ipc'],
    });
  }

  #end() {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  close() {
    this.#end();
    rmSync(this.#folder, { recursive: true });
  }
}
