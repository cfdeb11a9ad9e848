import { expect, test } from 'vitest';
import { textStart } from '../../format/cut-text.ts';
import { CutText } from './cut-text.tsx';

test('shows a short text in full, with control characters escaped', () => {
  expect(String(<CutText text={'a<b>\u001b\n'} />)).toBe('a&lt;b&gt;\\u{1b}\\u{a}');
  expect(String(<CutText text={'a\nb'} lines />)).toBe('a\nb');
});

test('cuts a long text and says how many characters are missing', () => {
  const shown = String(<CutText text={'x'.repeat(5000)} maxLength={10} />);
  expect(shown).toBe('xxxxxxxxxx<span class="cut">… cut here, 4,990 more characters</span>');
});

test('does not split a surrogate pair', () => {
  expect(textStart('ab😀c', 3)).toBe('ab');
  expect(textStart('ab😀c', 4)).toBe('ab😀');
});
