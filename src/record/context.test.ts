import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { bindToScope, currentScope, emitInScope, runInScope, trailThatThrew } from './context.ts';
import type { Scope } from './trail.ts';

function newScope(): Scope {
  return { trail: { ended: false }, span: -1 } as unknown as Scope;
}

test('a bound function has its own this, arguments and result, in the scope', () => {
  const scope = newScope();
  const bound = bindToScope(scope, function (this: unknown, ...args: unknown[]) {
    return [this, args, currentScope()];
  });
  expect(Reflect.apply(bound, 'self', [1, 2])).toEqual(['self', [1, 2], scope]);
  expect(currentScope()).toBeUndefined();
});

test('the listeners of an emitter run in its scope, whatever emits', () => {
  const [scope, other] = [newScope(), newScope()];
  const emitter = new EventEmitter();
  emitInScope(emitter, scope);
  const seen: unknown[] = [];
  emitter.on('event', () => seen.push(currentScope()));
  emitter.emit('event');
  runInScope(other, () => emitter.emit('event'));
  expect(seen).toEqual([scope, scope]);
  expect(Object.keys(emitter)).not.toContain('emit');
});

test('the request whose code has thrown is known until the error is caught or reported', async () => {
  const [inner, outer] = [newScope(), newScope()];
  const failure = new Error('thrown');
  const fail = bindToScope(inner, () => {
    throw failure;
  });
  expect(() => runInScope(outer, fail)).toThrow(failure);
  expect(trailThatThrew()).toBe(inner.trail);
  await null;
  expect(trailThatThrew()).toBeUndefined();
  expect(runInScope(outer, trailThatThrew)).toBe(outer.trail);
});
