import { expect, test } from 'vitest';
import { unseen } from './unseen.ts';

function stackOf(this: unknown, ...args: readonly unknown[]): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  const { stack } = new Error(`${String(this)} ${args.join()}`);
  Error.stackTraceLimit = stackTraceLimit;
  return stack ?? '';
}

/** The lines of the calls differ. */
function callsOf(stack: string): readonly string[] {
  return stack.split('\n').map((line) => line.replace(/:\d+:\d+/, ''));
}

test('calls a function with the same arguments, without a frame', () => {
  const seen: unknown[] = [];
  const observed = unseen(stackOf, (self, args) => {
    seen.push(self, [...args]);
    return undefined;
  });
  const expected = stackOf.call('self', 1, 2);
  expect(callsOf(observed.call('self', 1, 2))).toEqual(callsOf(expected));
  expect(seen).toEqual(['self', [1, 2]]);
});

test('calls another function in its place, with arguments that were changed', () => {
  const observed = unseen(
    () => 'not called',
    (_, args: unknown[]) => {
      args.push('added');
      return stackOf;
    },
  );
  expect(callsOf(observed.call('self'))).toEqual(callsOf(stackOf.call('self', 'added')));
});

test('passes on what a function throws and a promise that it returns', () => {
  const failure = new Error('no');
  const throwing = unseen(
    () => {
      throw failure;
    },
    () => undefined,
  );
  expect(throwing).toThrow(failure);
  const promise = Promise.resolve();
  expect(
    unseen(
      () => promise,
      () => undefined,
    )(),
  ).toBe(promise);
});

test('has the properties of the function', () => {
  function call(_first: unknown, _second: unknown): void {}
  Object.assign(call, { router: 'its own' });
  const observed = unseen(call, () => undefined);
  const { name, length, router } = observed as typeof call & { readonly router?: unknown };
  expect([name, length, router]).toEqual(['call', 2, 'its own']);
});
