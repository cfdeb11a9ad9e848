import { expect, test } from 'vitest';
import { applyReplacements } from './found.ts';

const at = (from: number, to: number, by: string) => ({ from, to, by });

test('replaces parts of a text, in the order of the text', () => {
  expect(applyReplacements('abcdef', [])).toBe('abcdef');
  expect(applyReplacements('abcdef', [at(1, 2, 'X'), at(4, 5, 'Y')])).toBe('aXcdYf');
  expect(applyReplacements('abcdef', [at(0, 3, 'X'), at(3, 6, 'Y')])).toBe('XY');
});

test('where they overlap, the first one counts for both', () => {
  expect(applyReplacements('abcdef', [at(0, 3, 'X'), at(1, 5, 'Y')])).toBe('Xf');
  expect(applyReplacements('abcdef', [at(0, 5, 'X'), at(1, 3, 'Y')])).toBe('Xf');
  expect(applyReplacements('abcdef', [at(1, 3, 'X'), at(1, 3, 'Y')])).toBe('aXdef');
});
