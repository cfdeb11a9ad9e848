import { expect, test } from 'vitest';
import { claimIn, type SignedCode } from './claim.ts';

const now = () => Math.floor(Date.now() / 1000);
const started = Math.floor(performance.timeOrigin / 1000);
const codeOf = (code: Partial<SignedCode> = {}): SignedCode => ({
  name: 'login 1',
  issued: now() + 1,
  expires: now() + 300,
  ...code,
});

test('the book decides whether a code was spent, and keeps it until it expires', async () => {
  const claimed: [string, number][] = [];
  const claim = claimIn(async () => ({
    async claim(name, until) {
      claimed.push([name, until]);
      return claimed.length === 1;
    },
  }));
  const before = codeOf({ issued: 0 });
  const uses = await Promise.all([claim(before), claim(before)]);
  expect(uses).toEqual([true, false]);
  expect(claimed).toEqual(Array(2).fill(['login 1', before.expires * 1e6]));
  // The book is not asked again.
  expect(await claim(before)).toBe(false);
  expect(claimed).toHaveLength(2);
});

test('the answer of the book counts, whichever of two arrives first', async () => {
  const answers = [new Promise<boolean>((resolve) => setTimeout(resolve, 20, true)), Promise.resolve(false)];
  const claim = claimIn(async () => ({ claim: () => answers.shift() ?? Promise.resolve(false) }));
  expect(await Promise.all([claim(codeOf()), claim(codeOf())])).toEqual([true, false]);
});

test('a store that can not claim spends each code once in this process', async () => {
  const claim = claimIn(async () => ({}));
  expect(await Promise.all([claim(codeOf()), claim(codeOf())])).toEqual([true, false]);
  expect(await claim(codeOf())).toBe(false);
  expect(await claim(codeOf({ name: 'login 2' }))).toBe(true);
});

test('a store that can not claim refuses codes from before the process started', async () => {
  const claim = claimIn(async () => ({}));
  expect(await claim(codeOf({ name: 'a', issued: started - 1 }))).toBe(false);
  expect(await claim(codeOf({ name: 'b', issued: started }))).toBe(false);
  expect(await claim(codeOf({ name: 'c', issued: started + 1 }))).toBe(true);
});

test('a store that can not claim forgets codes that have expired, which are refused by their date', async () => {
  const claim = claimIn(async () => ({}));
  const expired = codeOf({ expires: now() - 1 });
  expect([await claim(expired), await claim(expired)]).toEqual([true, true]);
});
