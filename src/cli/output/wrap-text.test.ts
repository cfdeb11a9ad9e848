import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

test('breaks a text between words', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('one two three', null)).toEqual(['one two three']);
  expect(wrapText('', 7)).toEqual(['']);
});

test('a word that is too long has a line of its own, and wide characters count twice', () => {
  expect(wrapText('a https://shop.example b', 6)).toEqual(['a', 'https://shop.example', 'b']);
  expect(wrapText('日本 日本', 5)).toEqual(['日本', '日本']);
});
