import { expect, test } from 'vitest';
import { startInstrumentations } from './built-in.ts';
import type { Instrumentation } from './instrumentation.ts';
import { isRunning, useInstrumentations } from './running.ts';

function sample(name: string) {
  const calls: string[] = [];
  const panel: Instrumentation = {
    name,
    start() {
      calls.push('start');
      return () => calls.push('stop');
    },
  };
  return { panel, calls };
}

test('a panel is started with its first user and stopped with its last', () => {
  const { panel, calls } = sample('counted');
  const first = useInstrumentations([panel], () => {});
  const second = useInstrumentations([panel], () => {});
  expect(calls).toEqual(['start']);
  first();
  first();
  expect(isRunning('counted')).toBe(true);
  second();
  expect(calls).toEqual(['start', 'stop']);
  expect(isRunning('counted')).toBe(false);
});

test('a panel that can not be started or stopped is a fault, and keeps no other from it', () => {
  const { panel, calls } = sample('sound');
  let faults = 0;
  const fails = () => {
    throw new Error('no');
  };
  const stop = useInstrumentations(
    [{ name: 'never starts', start: fails }, { name: 'never stops', start: () => fails }, panel],
    () => faults++,
  );
  expect(faults).toBe(1);
  stop();
  expect(faults).toBe(2);
  expect(calls).toEqual(['start', 'stop']);
});

test('a panel of an unknown name is refused, with the names there are', () => {
  const start = (choice: unknown) => () => startInstrumentations(choice as never, () => {});
  expect(start(['consol'])).toThrow(/"consol".*console, pino/);
  expect(start('console')).toThrow(/'none', or a list/);
  expect(start(['toString'])).toThrow(/toString/);
  expect(isRunning('console')).toBe(false);
});
