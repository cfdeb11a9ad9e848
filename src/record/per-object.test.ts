import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { PerObject } from './per-object.ts';

test('keeps the last value of each object, which the app does not list', () => {
  const first = new PerObject<number>();
  const second = new PerObject<number>();
  const object = { name: 'command' };
  first.set(object, 1);
  first.set(object, 2);
  second.set(object, 3);
  expect([first.get(object), second.get(object), first.get({})]).toEqual([2, 3, undefined]);
  expect([inspect(object), JSON.stringify(object), { ...object }]).toEqual([
    "{ name: 'command' }",
    '{"name":"command"}',
    { name: 'command' },
  ]);
});

test('an object that is frozen gets no value', () => {
  const values = new PerObject<number>();
  const frozen = Object.freeze({});
  values.set(frozen, 1);
  expect(values.get(frozen)).toBeUndefined();
});

test('values are freed with their objects while they are young', () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  const values = new PerObject<{ object: object; data: number[] }>();
  const inUse: object[] = [];
  const run = (count: number) => {
    for (let n = 0; n < count; n++) {
      const object = { n };
      values.set(object, { object, data: Array.from({ length: 100 }, () => n) });
      inUse.push(object);
      if (inUse.length > 8) inUse.shift();
    }
  };
  const heapUsed = () => {
    gc({ type: 'minor' });
    gc({ type: 'minor' });
    return process.memoryUsage().heapUsed;
  };
  run(50_000);
  const before = heapUsed();
  run(50_000);
  // All values together are 40 MB.
  expect(heapUsed() - before).toBeLessThan(4e6);
});
