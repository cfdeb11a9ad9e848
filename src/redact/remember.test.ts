import { expect, test } from 'vitest';
import { rememberRepeated, rememberUnchanged } from './remember.ts';

function setup(capacity = 10) {
  const seen: string[] = [];
  const read = rememberUnchanged(
    (value) => {
      seen.push(value);
      return value.replace('secret', '***');
    },
    (value) => ({ value }),
    capacity,
  );
  return { seen, read };
}

test('reads a harmless value once and returns the same object', () => {
  const { seen, read } = setup();
  expect(read('keep-alive')).toBe(read('keep-alive'));
  expect(seen).toEqual(['keep-alive']);
});

test('does not remember values that were redacted, nor long ones', () => {
  const { seen, read } = setup();
  const long = 'x'.repeat(300);
  for (const value of ['a secret', 'a secret', long, long])
    expect(read(value)).toEqual({ value: value.replace('secret', '***') });
  expect(seen).toEqual(['a secret', 'a secret', long, long]);
});

test('remembers values of up to 256 characters', () => {
  const { seen, read } = setup();
  const [short, long] = ['x'.repeat(256), 'x'.repeat(257)];
  for (const value of [short, short, long, long]) read(value);
  expect(seen).toEqual([short, long, long]);
});

test('remembers a limited number of values', () => {
  const { seen, read } = setup(10);
  for (let n = 0; n < 100; n++) read(`value ${n}`);
  read('value 0');
  expect(seen).toHaveLength(101);
});

function setupRepeated() {
  const seen: string[] = [];
  const read = rememberRepeated(
    (text) => {
      seen.push(text);
      return text.replace('secret', '***').replace(/\d/g, '?');
    },
    (text, redacted) => !redacted.includes('***') && text !== 'unsafe 1',
    { slots: 1024, maxLength: 20 },
  );
  return { seen, read };
}

test('remembers a text that comes again, whether or not it was changed', () => {
  const { seen, read } = setupRepeated();
  for (let n = 0; n < 5; n++) expect([read('plain'), read('LIMIT 20')]).toEqual(['plain', 'LIMIT ??']);
  expect(seen).toEqual(['plain', 'LIMIT 20', 'plain', 'LIMIT 20']);
});

test('never remembers a text that may not stay in memory, nor a long one', () => {
  const { seen, read } = setupRepeated();
  const texts = ['a secret', 'unsafe 1', 'x'.repeat(21), ''];
  for (let n = 0; n < 4; n++) expect(texts.map(read)).toEqual(['a ***', 'unsafe ?', 'x'.repeat(21), '']);
  expect(seen).toHaveLength(16);
});

test('keeps what is repeated while many texts come once', () => {
  const { seen, read } = setupRepeated();
  read('plain');
  read('plain');
  for (let n = 0; n < 50_000; n++) read(`once ${n}`);
  seen.length = 0;
  read('plain');
  expect(seen).toEqual([]);
});

test('keeps texts with the same hash apart', () => {
  const { read } = setupRepeated();
  // The sum of these is the same: 31 * 'A' + 'a' is 31 * 'B' + 'B'.
  for (let n = 0; n < 4; n++) expect([read('Aa'), read('BB')]).toEqual(['Aa', 'BB']);
});
