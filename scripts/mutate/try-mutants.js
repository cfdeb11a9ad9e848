// Tries the mutants of a target: finds the tests that reach each of them, then runs these until one fails.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMutants } from './find-mutants.js';
import { ENDED, Tester } from './tester.js';

const REACH_LIMIT_MS = 600_000;
/** CPU time of the tests that are run for one mutant, the quickest first: a survivor must not take a minute. */
const MAX_CPU_MS = 800;
/** The same, if the tests start threads: each loads the code again. */
const MAX_CPU_MS_OF_THREADS = 20_000;

/** The files of a target with their mutants. */
export function findAll(root, { sources, tests, without = '^$', env = {}, threads = [] }) {
  let next = 0;
  const files = [];
  for (const file of globSync(sources, { cwd: root, exclude: ['**/*.test.ts'] }).sort()) {
    const { mutants, write } = findMutants(
      readFileSync(join(root, file), 'utf8'),
      next,
      file.endsWith('x') ? 'tsx' : 'ts',
    );
    next += mutants.length;
    if (mutants.length > 0) files.push({ file, mutants, write });
  }
  return { files, count: next, tests: globSync(tests, { cwd: root }).sort(), without, env, threads };
}

/** Runs all tests once; returns them with the mutants that they reach. */
export async function findReached(root, { files, count, tests, without, env }) {
  const codes = files.map(({ file, write }) => [
    join(root, file),
    write((id) => `(__mutate.reached[${id}]=1,false)`),
  ]);
  const tester = new Tester(root, codes, count, env);
  const answer = await tester.ask({ type: 'reach', files: tests, without }, REACH_LIMIT_MS);
  tester.close();
  if (answer?.type !== 'reached') throw new Error(`The tests did not run: ${answer?.message ?? 'no answer'}`);
  const all = answer.reports.flatMap((report) => report.tests);
  const failed = all.filter(({ error }) => error);
  for (const { file, name, error } of failed)
    console.error(`Not used, because it fails here: ${file}: ${name}: ${error}`);
  return answer.reports.flatMap(({ tests: found, shared }) =>
    found
      .filter(({ error }) => !error)
      .map((test) => ({ ...test, reached: new Set(test.reached), shared: new Set(shared), kills: 0 })),
  );
}

const limitOf = ({ ms }) => Math.round(ms * 5 + 1500);
const cpuLimitOf = (tests) => tests.reduce((sum, { cpuMs }) => sum + cpuMs, 0) * 5 + 4000;
/** On a busy machine a test can be late without a loop: it is tried again with this many times the limit. */
const MORE_TIME = 4;
const MAX_ATTEMPTS = 8;

/** Yields each mutant of a file with its result: killed, timeout, survived or unreached. */
export async function* tryFile(root, { file, mutants, write }, { count, env, threads }, tests) {
  const tester = new Tester(root, [[join(root, file), write((id) => `(__mutate.id===${id})`)]], count, env);
  try {
    const passing = await findPassing(tester, mutants, tests);
    const maxCpuMs = threads.includes(file) ? MAX_CPU_MS_OF_THREADS : MAX_CPU_MS;
    for (const mutant of mutants)
      yield { file, ...mutant, ...(await tryOne(tester, mutant, passing, maxCpuMs)) };
  } finally {
    tester.close();
  }
}

/** A test that fails without a mutant, as some do on a busy machine, would kill all of them: it is not used. */
async function findPassing(tester, mutants, tests) {
  const reaching = tests.filter(
    ({ reached, cpuMs }) => cpuMs < 300 && mutants.some(({ id }) => reached.has(id)),
  );
  let quick = reaching.toSorted((a, b) => a.ms - b.ms).slice(0, 50);
  const failed = new Set();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const answer = await tester.ask({ type: 'try', id: -1, tests: quick.map(nameTest), cpuMs: 0 }, 120_000);
    if (answer?.killedBy === null) return tests.filter((test) => !failed.has(test));
    const killer = quick.find((test) => answer?.killedBy === keyOf(test));
    if (!killer) throw new Error(`Fails without a mutant: ${answer?.killedBy ?? 'no answer'}`);
    console.error(`Not used for a file, because it fails without a mutant: ${answer.killedBy}`);
    failed.add(killer);
    quick = quick.filter((test) => test !== killer);
  }
  throw new Error('Too many tests fail without a mutant');
}

const keyOf = ({ file, name }) => `${file}: ${name}`;
const nameTest = (test) => ({ file: test.file, index: test.index, name: test.name, limit: limitOf(test) });

async function tryOne(tester, { id }, tests, maxCpuMs) {
  const useful = tests.filter(({ reached, shared }) => reached.has(id) || shared.has(id));
  if (useful.length === 0) return { result: 'unreached' };
  // Quick tests and those that have killed others first.
  const cost = (test) =>
    Math.max(test.cpuMs, test.ms / 4) / (1 + 10 * test.kills) + (test.reached.has(id) ? 0 : 50);
  let cpuMs = 0;
  const ordered = useful
    .toSorted((a, b) => cost(a) - cost(b))
    .filter((test, index) => {
      cpuMs += test.cpuMs;
      return index === 0 || cpuMs <= maxCpuMs;
    });
  const limit = ordered.reduce((sum, { ms }) => sum + ms, 0) * 5 + 8000;
  const ask = (factor) => {
    const asked = ordered.map(nameTest).map((test) => ({ ...test, limit: test.limit * factor }));
    return tester.ask({ type: 'try', id, tests: asked, cpuMs: cpuLimitOf(ordered) }, limit * factor);
  };
  const first = await ask(1);
  if (first === ENDED) return { result: 'timeout' };
  const answer = first === null || first.isLate ? await ask(MORE_TIME) : first;
  if (answer === null || answer === ENDED) return { result: 'timeout' };
  if (answer.killedBy === null) return { result: 'survived' };
  const killer = ordered.find((test) => answer.killedBy === keyOf(test));
  if (killer) killer.kills++;
  return { result: answer.isLate ? 'timeout' : 'killed', killedBy: answer.killedBy };
}
