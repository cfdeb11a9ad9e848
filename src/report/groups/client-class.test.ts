import { expect, test } from 'vitest';
import { CLIENT_CLASSES, type ClientClass } from '../../profile/entry.ts';
import { classCounts, clientClass } from './client-class.ts';

const counts = (some: Partial<Record<ClientClass, number>>) => ({
  clients: {
    ...(Object.fromEntries(CLIENT_CLASSES.map((name) => [name, 0])) as Record<ClientClass, number>),
    ...some,
  },
});

test.each([
  [{ browser: 5, bot: 7 }, 'bot'],
  [{ browser: 999, scanner: 1 }, 'scanner'],
  [{ unknown: 3, tool: 2 }, 'unknown'],
] as const)('of %j is %s', (some, expected) => {
  expect(clientClass(counts(some))).toBe(expected);
});

test('of equally frequent classes it is always the same', () => {
  expect(clientClass(counts({ bot: 2, tool: 2 }))).toBe(clientClass(counts({ tool: 2, bot: 2 })));
});

test('counts classes, the most frequent first', () => {
  expect(classCounts(counts({ scanner: 1, browser: 1200 }))).toBe('1,200 browser, 1 scanner');
  expect(classCounts(counts({}))).toBe('');
});
