import fc from 'fast-check';
import { expect, test } from 'vitest';
import { multipartParts } from './build-body.ts';

const TYPE = 'multipart/form-data; boundary=xyz';
const part = (head: string, content: string) => `--xyz\r\n${head}\r\n\r\n${content}\r\n`;
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const parts = (text: string, type = TYPE) => multipartParts(Buffer.from(text), type);

test('lists names, types and sizes', () => {
  const text = `${part(named('a'), '12345')}${part(`${named('file')}; filename="x.png"\r\nContent-Type: image/png`, 'é')}--xyz--`;
  expect(parts(text)).toEqual([
    { name: 'a', type: '', size: 5 },
    { name: 'file', type: 'image/png', size: 2 },
  ]);
  // Text before the first part.
  expect(parts(`preamble\r\n${text}`)).toEqual(parts(text));
  expect(parts(`preamble${text}`).map(({ name }) => name)).toEqual(['file']);
});

test.each([
  'multipart/form-data; boundary="xyz"',
  'multipart/form-data;BOUNDARY = xyz; a=b',
  'multipart/form-data; a=b;boundary=xyz',
])('reads the boundary of %s', (type) => {
  expect(parts(`${part(named('a'), '1')}--xyz--`, type)).toEqual([{ name: 'a', type: '', size: 1 }]);
});

test.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary="${'x'.repeat(71)}"`,
])('%s has no boundary', (type) => {
  for (const boundary of ['', 'undefined'])
    expect(parts(`--${boundary}\r\na: b\r\n\r\n1\r\n--${boundary}--`, type)).toEqual([]);
});

test('a part may be empty, have no name, or be cut off', () => {
  expect(parts(`${part(named('a'), '')}--xyz--`)).toEqual([{ name: 'a', type: '', size: 0 }]);
  expect(parts(`--xyz\r\n${named('a')}\r\n\r\n--xyz--`)).toEqual([{ name: 'a', type: '', size: 0 }]);
  expect(parts(`${part('Content-Type: text/plain', '1')}--xyz--`)).toEqual([
    { name: '', type: 'text/plain', size: 1 },
  ]);
  expect(parts(`--xyz\r\n${named('a')}\r\n\r\n12`)).toEqual([{ name: 'a', type: '' }]);
  expect(parts(`--xyz\r\n${named('a')}`)).toEqual([]);
  expect(parts('no parts')).toEqual([]);
});

test('names are read in all their forms', () => {
  const nameOf = (head: string) => parts(`${part(head, '1')}--xyz--`)[0]?.name;
  expect(nameOf('content-disposition: form-data; name=a; x=y')).toBe('a');
  expect(nameOf('Content-Disposition: name="a"')).toBe('a');
  expect(nameOf('Content-Disposition: form-data; filename="f"; name="a"')).toBe('a');
  expect(nameOf('Content-Type: x\r\nCONTENT-DISPOSITION: form-data;NAME="é"')).toBe('é');
  expect(parts(`${part('X-Content-Type: x', '1')}--xyz--`)[0]?.type).toBe('');
  expect(nameOf('X-Content-Disposition: form-data; name="a"')).toBe('');
  expect(nameOf(named('x'.repeat(300)))).toBe(`${'x'.repeat(200)}…cut`);
});

test('types are read with any space before them', () => {
  for (const space of ['', ' ', ' \t '])
    expect(parts(`${part(`Content-Type:${space}text/plain`, '1')}--xyz--`)[0]?.type).toBe('text/plain');
});

test('neither a similar boundary in a part nor what follows the last one is a part', () => {
  const text = `${part(named('a'), '1\r\n--xya')}--xyz--\r\nX: y\r\n\r\nepilogue`;
  expect(parts(text)).toEqual([{ name: 'a', type: '', size: 8 }]);
});

test('at most a hundred parts are listed, and heads up to 4 KB are read', () => {
  expect(parts(part(named('a'), '1').repeat(150))).toHaveLength(100);
  const long = (length: number) =>
    part(`${named('a')}\r\nX: ${'x'.repeat(length - named('a').length - 5 - 2)}`, '1');
  expect(parts(`${long(4090)}--xyz--`)).toHaveLength(1);
  expect(parts(`${long(4100)}--xyz--`)).toHaveLength(0);
});

test('the sizes are those of any content', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 5 }), (contents) => {
      const bytes = contents.flatMap((content) => [
        Buffer.from(`--xyz\r\n${named('a')}\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      ]);
      const found = multipartParts(Buffer.concat([...bytes, Buffer.from('--xyz--')]), TYPE);
      expect(found.map(({ size }) => size)).toEqual(contents.map(({ length }) => length));
    }),
  );
});
