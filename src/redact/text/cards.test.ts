import { expect, test } from 'vitest';
import { findCards } from './formats.ts';
import type { Found } from './found.ts';
import { applyReplacements } from './found.ts';

function redactCards(text: string): string {
  const found: Found[] = [];
  findCards(text, found);
  return applyReplacements(text, found);
}

test.each([
  ['4111111111111111', '***card-number***'],
  ['4222222222222', '***card-number***'],
  ['30569309025904', '***card-number***'],
  ['378282246310005', '***card-number***'],
  ['2223003122003222', '***card-number***'],
  ['6304000000000000000', '***card-number***'],
  ['3782 822463 10005.', '***card-number***.'],
  ['4111-1111-1111-1111 12/27 123', '***card-number*** 12/27 123'],
  ['300 4111 1111 1111 1111', '300 ***card-number***'],
  ['card4111111111111111', 'card***card-number***'],
  ['card-4111-1111-1111-1111x', 'card-***card-number***x'],
  ['p_4111111111111111_q', 'p_***card-number***_q'],
  ['6304 0000 0000 0000 000', '***card-number***'],
  ['4111+1111+1111+1111', '***card-number***'],
  ['4111111111111111 4111111111111111', '***card-number*** ***card-number***'],
  ['card:4111111111111111:x', 'card:***card-number***:x'],
  ['no.4111111111111111', 'no.***card-number***'],
  ['a:.4111111111111111', 'a:.***card-number***'],
  ['.4111111111111111', '.***card-number***'],
])('redacts the card number in %s', (text, expected) => {
  expect(redactCards(text)).toBe(expected);
});

test.each([
  ['a number that fails the Luhn check', '4111111111111112'],
  ['a number of another length', '411111111111111118'],
  ['part of a longer number', '41111111111111110000'],
  ['part of a number that starts with 0', '04111111111111111'],
  ['part of a number that starts with 9', '94111111111111111'],
  ['a fraction', '0.4111111111111111'],
  ['a number and a fraction', '9.4111111111111111'],
  ['a first group of three digits', '411 111111 1111 111'],
  ['a group of two digits', '4111 1111 1111 11 11'],
  ['groups inside a word', 'x4111 1111 1111 1111'],
  ...['/', '.', '  ', ',', '_', '--'].map((separator) => [
    `groups separated by "${separator}"`,
    ['4111', '1111', '1111', '1111'].join(separator),
  ]),
  ['a time to the second', '20261114090503'],
  ['a list of small numbers', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
])('keeps %s', (_, text) => {
  expect(redactCards(text)).toBe(text);
});

test('does not mistake a time in milliseconds for a card number', () => {
  for (let time = 1_763_171_234_567; time < 1_763_171_300_000; time += 7) {
    expect(redactCards(`_=${time}`)).toBe(`_=${time}`);
  }
});

/** A number of this length that starts with these digits and passes the Luhn check. */
function valid(start: string, length: number): string {
  const digits = start.padEnd(length - 1, '0');
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

test.each([
  ['4', [13, 14, 15, 16, 19]],
  ['3', [13, 14, 15, 16, 19]],
  ['5', [13, 14, 15, 16, 19]],
  ['6', [13, 14, 15, 16, 19]],
  ['22', [16]],
  ['229', [16]],
  ['27', [16]],
  ['20', []],
  ['21', []],
  ['28', []],
  ['0', []],
  ['1', []],
  ['7', []],
  ['9', []],
])('numbers that start with %s are cards with %j digits', (start, lengths) => {
  for (let length = 12; length <= 20; length++) {
    const number = valid(start, length);
    const isCard = lengths.includes(length);
    expect([number, redactCards(`a ${number}.`)]).toEqual([
      number,
      `a ${isCard ? '***card-number***' : number}.`,
    ]);
  }
});
