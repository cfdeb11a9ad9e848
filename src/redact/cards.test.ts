import { expect, test } from 'vitest';
import { redactCards } from './cards.ts';

test.each([
  ['4111111111111111', '***'],
  ['4222222222222', '***'],
  ['30569309025904', '***'],
  ['378282246310005', '***'],
  ['2223003122003222', '***'],
  ['6304000000000000000', '***'],
  ['3782 822463 10005.', '***.'],
  ['4111-1111-1111-1111 12/27 123', '*** 12/27 123'],
  ['300 4111 1111 1111 1111', '300 ***'],
  ['card4111111111111111', 'card***'],
  ['card-4111-1111-1111-1111x', 'card-***x'],
  ['p_4111111111111111_q', 'p_***_q'],
])('redacts the card number in %s', (text, expected) => {
  expect(redactCards(text)).toBe(expected);
});

test.each([
  ['a number that fails the Luhn check', '4111111111111112'],
  ['a number of another length', '411111111111111118'],
  ['part of a longer number', '41111111111111110000'],
  ['a fraction', '0.4111111111111111'],
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
