import { expect, test } from 'vitest';
import { expectLinear } from '../../../test/support/linear.ts';
import { AMBIGUOUS } from './names.ts';
import { isLikelySecret } from './shape.ts';

const looksSecret = (value: string, name: string) => isLikelySecret(AMBIGUOUS, name, value);

test.each(['displays help ', 'a', 'Ab', '12:00 ', 'a-'])('judges a value in linear time: %s', (words) => {
  expectLinear((size) => looksSecret(`${words.repeat(size / words.length)}{`, 'state'));
});

test.each([
  'k3J9xQ2mP7vL5nR8tW1y',
  '9f8a7b6c5d4e3f2a1b0c9f8a7b6c5d4e',
  'Tr0ub4dor&3-correct',
  '%6b3J9xQ2mP7vL5nR8tW1y',
])('%s looks like a secret', (value) => {
  expect(looksSecret(value, 'state')).toBe(true);
});

test.each([
  'CA',
  'EUR',
  '1234567890123456',
  'holiday-photos-2024-summer',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
])('%s does not look like a secret', (value) => {
  expect(looksSecret(value, 'state')).toBe(false);
});

test('an id looks like a secret only if it is longer than those that libraries make', () => {
  expect(looksSecret('V1StGXR8_Z5jdHi6B-myT', 'state')).toBe(true);
  expect(looksSecret('V1StGXR8_Z5jdHi6B-myT', 'orderId')).toBe(false);
  expect(looksSecret('V1StGXR8_Z5jdHi6B-myTV1StGXR8', 'orderId')).toBe(true);
});
