import { expect, test } from 'vitest';
import { CutText, startOf } from './cut-text.tsx';

test('a short text stands as it is, what would act written out', () => {
  expect(String(<CutText text={'a<b>\u001b\n'} />)).toBe('a&lt;b&gt;\\u{1b}\\u{a}');
  expect(String(<CutText text={'a\nb'} lines />)).toBe('a\nb');
});

test('a long text is cut, and says by how much', () => {
  const shown = String(<CutText text={'x'.repeat(5000)} longest={10} />);
  expect(shown).toBe('xxxxxxxxxx<span class="cut">… cut here, 4,990 more characters</span>');
});

test('a cut leaves no half a character', () => {
  expect(startOf('ab😀c', 3)).toBe('ab');
  expect(startOf('ab😀c', 4)).toBe('ab😀');
});
