import { expect, test } from 'vitest';
import { elementValue } from './xml.ts';

test.each([
  ['<token>abc</token>', 'abc'],
  ['a <token>a b</token> c', 'a b'],
  ['<token a="1" b=\'2\'>abc</token>', 'abc'],
  ['<token a="/">abc</token>', 'abc'],
  ['<s:token>abc</s:token>', 'abc'],
  [`<token${' '.repeat(399)}>abc</token>`, 'abc'],
  [`<token${' '.repeat(400)}>abc</token>`, null],
  [`<${'s'.repeat(38)}:token>abc</a>`, 'abc'],
  [`<${'s'.repeat(39)}:token>abc</a>`, null],
  ['a:token>abc</a', null],
  ['token>abc</a', 'abc'],
  ['<token/>abc</a>', null],
  ['<token a="1" />abc</a>', null],
  ['<token', null],
  ['<token>', null],
  ['<token>abc', null],
  ['<token></token>', null],
  ['<token><a>b</a></token>', null],
  ['<token>a<b>c</b></token>', null],
])('the text of the element in %s is %s', (text, value) => {
  const at = text.indexOf('token');
  const range = elementValue(text, at, at + 5);
  expect(range && text.slice(...range)).toBe(value);
});
