// Vitest's functions for the tests that are run again for each mutant, in one process and without Vitest's own runner.
// `expect` is Vitest's own.
import * as vitest from 'vitest';

// Vitest reads the options of fake timers from the state of its worker.
globalThis.__vitest_worker__ ??= { config: { fakeTimers: {} }, environment: { name: 'node' }, ctx: {} };

export const { expect } = vitest;

let suite = newSuite(null, {});
let tests = [];

function newSuite(parent, options) {
  return { parent, options, beforeAll: [], beforeEach: [], afterEach: [], afterAll: [], isReady: false };
}

/** Starts a file; returns what it registers. */
export function startFile() {
  suite = newSuite(null, {});
  tests = [];
  return { suite, tests };
}

export const beforeAll = (hook) => suite.beforeAll.push(hook);
export const beforeEach = (hook) => suite.beforeEach.push(hook);
export const afterEach = (hook) => suite.afterEach.push(hook);
export const afterAll = (hook) => suite.afterAll.push(hook);

const optionsOf = (...args) => args.find((arg) => arg !== null && typeof arg === 'object') ?? {};
const functionOf = (...args) => args.find((arg) => typeof arg === 'function');

function addTest(name, ...args) {
  tests.push({ name, suite, options: optionsOf(...args), run: functionOf(...args) });
}

function addSuite(_name, ...args) {
  const outer = suite;
  suite = newSuite(outer, optionsOf(...args));
  functionOf(...args)();
  outer.children = [...(outer.children ?? []), suite];
  suite = outer;
}

function withVariants(add) {
  const none = () => {};
  return Object.assign((...args) => add(...args), {
    skip: none,
    todo: none,
    runIf: (condition) => (condition ? add : none),
    skipIf: (condition) => (condition ? none : add),
    for: (rows) => (name, run) => {
      for (const [index, row] of [...rows].entries())
        add(`${name} #${index}`, (context) => run(row, context));
    },
    each: (rows) => (name, first, second) => {
      const run = functionOf(first, second);
      for (const [index, row] of [...rows].entries())
        add(`${name} #${index}`, optionsOf(first, second), () => run(...(Array.isArray(row) ? row : [row])));
    },
  });
}

export const test = withVariants(addTest);
export const it = test;
export const describe = withVariants(addSuite);

export const vi = Object.assign(Object.create(vitest.vi), {
  async waitFor(check, { timeout = 1000, interval = 50 } = {}) {
    for (const end = Date.now() + timeout; ; await new Promise((done) => setTimeout(done, interval))) {
      try {
        return await check();
      } catch (error) {
        if (Date.now() >= end) throw error;
      }
    }
  },
});
