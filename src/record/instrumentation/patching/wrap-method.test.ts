import { expect, test } from 'vitest';
import { wrapMethod } from './wrap-method.ts';

class Stream {
  write(text: string): string {
    return text.toUpperCase();
  }
}

function setup() {
  const stream = new Stream();
  const calls: string[] = [];
  const observe = (name: string) =>
    wrapMethod(stream, 'write', (next, self, args) => {
      expect(self).toBe(stream);
      calls.push(`${name} ${args[0]}`);
      return Reflect.apply(next, self, args);
    });
  return { stream, calls, observe };
}

test('sees each call and changes nothing about it', () => {
  const { stream, calls, observe } = setup();
  const stop = observe('a');
  expect(stream.write('x')).toBe('X');
  expect(calls).toEqual(['a x']);
  stop();
  expect(stream.write('y')).toBe('Y');
  expect(calls).toEqual(['a x']);
  expect(Object.hasOwn(stream, 'write')).toBe(false);
});

test.each([
  ['first', 'last'],
  ['last', 'first'],
])('two observers can be removed in any order: the %s one first', (order) => {
  const { stream, calls, observe } = setup();
  const stops = [observe('a'), observe('b')];
  if (order === 'last') stops.reverse();
  stream.write('1');
  stops[0]?.();
  stream.write('2');
  stops[1]?.();
  stream.write('3');
  expect(calls).toEqual(['b 1', 'a 1', order === 'first' ? 'b 2' : 'a 2']);
  expect(stream.write).toBe(Stream.prototype.write);
  expect(Object.hasOwn(stream, 'write')).toBe(false);
});

test("leaves another library's wrapper in place", () => {
  const { stream, calls, observe } = setup();
  const stop = observe('a');
  const { write } = stream;
  const wrapper = (text: string) => `<${write.call(stream, text)}>`;
  stream.write = wrapper;
  stop();
  expect(stream.write).toBe(wrapper);
  expect(stream.write('x')).toBe('<X>');
  expect(calls).toEqual([]);
});

test('runs code around a method that has the same name and length', () => {
  const stream = new Stream();
  const stop = wrapMethod(stream, 'write', (next, self, [text]) => {
    expect(self).toBe(stream);
    return `<${Reflect.apply(next, self, [`${text}!`])}>`;
  });
  expect(stream.write('x')).toBe('<X!>');
  expect([stream.write.name, stream.write.length]).toEqual(['write', 1]);
  stop();
  expect(stream.write('x')).toBe('X');
});
