// A process that loads tests, and runs them for each mutant that the main process names. All modules are loaded again for each
// mutant: module-level constants and caches must not carry over.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastCheck from 'fast-check';
import { watchCpu } from './cpu-limit.js';
import { takeReached } from './reached-elsewhere.js';
import { startFile } from './test-functions.js';

// Those of a test may be fake.
const { setTimeout, clearTimeout } = globalThis;
const state = globalThis.__mutate;
const { root, count, reachedFile } = JSON.parse(readFileSync(process.env.MUTATE_PLAN, 'utf8'));
// The same examples for each mutant, and none smaller is looked for.
fastCheck.configureGlobal({ seed: 20, endOnFailure: true });

const limitCpu = watchCpu();
let unhandled = null;
process.on('disconnect', () => process.exit());
process.on('unhandledRejection', (error) => (unhandled ??= error));
process.on('uncaughtException', (error) => (unhandled ??= error));

process.on('message', async (message) => {
  try {
    process.send(message.type === 'reach' ? await reach(message) : await tryMutant(message));
  } catch (error) {
    process.send({ type: 'failed', message: String(error?.stack ?? error) });
  }
});

async function load(file) {
  const registered = startFile();
  const url = pathToFileURL(join(root, file)).href;
  await import(state.load === 0 ? url : `${url}?${state.load}`);
  return registered;
}

/** Runs all tests of the files, and finds the mutants that each of them reaches. */
async function reach({ files, without }) {
  const skipped = new RegExp(without);
  const reports = [];
  for (const file of files) {
    state.load++;
    const before = take();
    const { suite, tests } = await load(file);
    // What is reached while the file is loaded can matter to each of its tests.
    const shared = new Set([...before, ...take()]);
    const report = { file, shared: [], tests: [] };
    for (const [index, test] of tests.entries()) {
      if (skipped.test(test.name)) continue;
      for (const id of await prepare(test.suite)) shared.add(id);
      const start = performance.now();
      const cpu = process.cpuUsage();
      const error = await runTest(test, test.options.timeout ?? 20_000);
      const ms = performance.now() - start;
      const { user, system } = process.cpuUsage(cpu);
      const cpuMs = (user + system) / 1000;
      report.tests.push({
        file,
        index,
        name: test.name,
        ms,
        cpuMs,
        reached: take(),
        error: error && String(error),
      });
    }
    report.shared = [...shared];
    await endSuite(suite);
    reports.push(report);
  }
  return { type: 'reached', reports };
}

/** Runs the tests until one fails. */
async function tryMutant({ id, tests, cpuMs }) {
  limitCpu(cpuMs);
  state.id = id;
  process.env.MUTATE_ID = String(id);
  state.load++;
  const loaded = new Map();
  let killedBy = null;
  let isLate = false;
  try {
    for (const { file, index, name, limit } of tests) {
      if (!loaded.has(file)) loaded.set(file, await load(file));
      const test = loaded.get(file).tests[index];
      await prepare(test.suite);
      const error = await runTest(test, limit);
      if (error === null) continue;
      killedBy = `${file}: ${name}`;
      isLate = error.message === LATE;
      break;
    }
  } catch (error) {
    killedBy = `load: ${error?.stack}`;
  }
  for (const { suite } of loaded.values()) await endSuite(suite).catch(() => {});
  limitCpu(0);
  state.id = -1;
  return { type: 'tried', id, killedBy, isLate, needsRestart: isLate || unhandled !== null };
}

const LATE = 'time limit';

function within(ms, promise) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(LATE)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const suitesOf = (suite) => (suite === null ? [] : [...suitesOf(suite.parent), suite]);

/** Runs what the suite needs before its first test; returns the mutants that this reached. */
async function prepare(suite) {
  for (const each of suitesOf(suite).filter(({ isReady }) => !isReady)) {
    each.isReady = true;
    for (const hook of each.beforeAll) {
      const end = await hook();
      if (typeof end === 'function') each.afterAll.push(end);
    }
  }
  return take();
}

/** Returns the error of a test that failed, or null. */
async function runTest(test, limit) {
  unhandled = null;
  const suites = suitesOf(test.suite);
  const ends = [];
  const context = { onTestFinished: (end) => ends.unshift(end) };
  let failure = null;
  try {
    await within(
      limit,
      (async () => {
        for (const { beforeEach } of suites)
          for (const hook of beforeEach) {
            const end = await hook(context);
            if (typeof end === 'function') ends.push(end);
          }
        await test.run(context);
      })(),
    );
  } catch (error) {
    failure = error ?? new Error('failed');
  }
  try {
    for (const hook of [...ends, ...suites.toReversed().flatMap(({ afterEach }) => afterEach)])
      await within(limit, hook(context));
  } catch (error) {
    failure ??= error ?? new Error('failed');
  }
  return failure ?? unhandled;
}

async function endSuite(suite) {
  if (suite.isReady) for (const hook of suite.afterAll) await hook();
  for (const child of suite.children ?? []) await endSuite(child);
}

function take() {
  const ids = takeReached(reachedFile);
  for (let id = 0; id < count; id++) if (state.reached[id] === 1) ids.push(id);
  state.reached.fill(0);
  return ids;
}
