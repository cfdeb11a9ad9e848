import { expect, test } from 'vitest';
import { LoadMeter } from '../load-meter.ts';
import { resolveInstrumentations, startInstrumentations } from './built-in.ts';
import { createInstrumentationContext } from './context.ts';
import type { Instrumentation } from './instrumentation.ts';

function sample(name: string) {
  const calls: string[] = [];
  const instrumentation: Instrumentation = {
    name,
    start() {
      calls.push('start');
      return () => calls.push('stop');
    },
  };
  return { instrumentation, calls };
}

function start(instrumentations: readonly Instrumentation[]) {
  const running = new Set<string>();
  let faults = 0;
  const context = createInstrumentationContext({}, new LoadMeter());
  const stop = startInstrumentations(instrumentations, context, running, () => faults++);
  return { running, stop, faults: () => faults };
}

const names = (choice?: unknown) => resolveInstrumentations(choice as never)?.map(({ name }) => name);

test('each book starts and stops an instrumentation by itself', () => {
  const { instrumentation, calls } = sample('counted');
  const first = start([instrumentation]);
  const second = start([instrumentation]);
  expect(calls).toEqual(['start', 'start']);
  first.stop();
  first.stop();
  expect(calls).toEqual(['start', 'start', 'stop']);
  expect(first.running.has('counted')).toBe(false);
  expect(second.running.has('counted')).toBe(true);
  second.stop();
  expect(calls).toEqual(['start', 'start', 'stop', 'stop']);
});

test('counts an instrumentation that fails to start or stop, and runs the others', () => {
  const { instrumentation, calls } = sample('sound');
  const fail = () => {
    throw new Error('no');
  };
  const { running, stop, faults } = start([
    { name: 'never starts', start: fail },
    { name: 'never stops', start: () => fail },
    instrumentation,
  ]);
  expect(faults()).toBe(1);
  expect([...running]).toEqual(['never stops', 'sound']);
  stop();
  expect(faults()).toBe(2);
  expect(calls).toEqual(['start', 'stop']);
});

test('runs all built-in ones by default, and your own besides', () => {
  const builtIn = names() ?? [];
  expect(builtIn).toContain('console');
  expect(names([])).toEqual(builtIn);
  expect(names([sample('mine').instrumentation])).toEqual([...builtIn, 'mine']);
});

test('runs only the built-in ones that are named', () => {
  expect(names(['console', 'fetch'])).toEqual(['console', 'fetch']);
  expect(names(['console', sample('mine').instrumentation])).toEqual(['console', 'mine']);
  expect(names('none')).toBeUndefined();
});

test('an object switches off built-in ones, and adds your own', () => {
  const builtIn = names() ?? [];
  const others = builtIn.filter((name) => name !== 'stdio');
  expect(names({ stdio: false })).toEqual(others);
  expect(names({ stdio: true, console: undefined })).toEqual(builtIn);
  expect(names({ stdio: false, queue: sample('mine').instrumentation })).toEqual([...others, 'mine']);
  expect(names({ console: false, mine: sample('console').instrumentation })).toContain('console');
});

test.each([
  [{ stido: false }, 'Unknown instrumentation "stido" in option instrumentations. Did you mean "stdio"?'],
  [{ mine: true }, /^Unknown instrumentation "mine"/],
  [{ stdio: 'off' }, /^Invalid option instrumentations\.stdio: .*got "off"\.$/],
  [{ mine: sample('console').instrumentation }, /"console" twice/],
  [null, /^Invalid option instrumentations: /],
  [['consol'], 'Unknown instrumentation "consol" in option instrumentations. Did you mean "console"?'],
  [['toString'], /^Unknown instrumentation "toString".* The names are phases, load, console, pino/],
  ['console', /^Invalid option instrumentations: expected 'none', a list .*, got "console"\.$/],
  [[{ name: 'x' }], /^Invalid option instrumentations\[0\]: .*got an object\.$/],
  [[null], /^Invalid option instrumentations\[0\]: .*got null\.$/],
  [['console', 'console'], /"console" twice/],
  [[sample('console').instrumentation], /"console" twice/],
])('refuses %j', (choice, message) => {
  expect(() => names(choice)).toThrow(
    expect.objectContaining({
      code: 'bad-option',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    }),
  );
});
