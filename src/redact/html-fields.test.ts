import { expect, test } from 'vitest';
import { redactHtmlFields } from './html-fields.ts';
import { createRules } from './rules.ts';

const rules = createRules([], [], false);
const redact = (text: string, isCut = false) => redactHtmlFields(text, isCut, rules);
const attributes = (count: number) => Array.from({ length: count }, (_, index) => ` a${index}="b"`).join('');

test.each([
  ['<input id="csrf" value="x">', '<input id="csrf" value="***">'],
  ['<meta property="csrf-token" content="x y">', '<meta property="csrf-token" content="***">'],
  ['<meta itemprop="token" content="x">', '<meta itemprop="token" content="***">'],
  ['<INPUT ID="csrf" VALUE="x">', '<INPUT ID="csrf" VALUE="***">'],
  ['<input NAME=pin PLACEHOLDER=x data-value=y>', '<input NAME=pin PLACEHOLDER=*** data-value=***>'],
  ['<a name=pin value=x>', '<a name=pin value=***>'],
  ['<x-field2 name="pin" value="x">', '<x-field2 name="pin" value="***">'],
  ['<input name = "pin" value\n=\n\'x\'>', '<input name = "pin" value\n=\n\'***\'>'],
  ['<input name="pin"value="x">', '<input name="pin"value="***">'],
  ['<input/name="pin"/value="x"/>', '<input/name="pin"/value="***"/>'],
  ['<input value="x" class="" disabled name="pin">', '<input value="***" class="" disabled name="pin">'],
  ["<input value='' id='' name='pin' content='x'>", "<input value='' id='' name='pin' content='***'>"],
  ['<input name="q" id="pin" value="x">', '<input name="q" id="pin" value="***">'],
  ['<input id="pin" name="q" id="a" value="x">', '<input id="pin" name="q" id="a" value="***">'],
  ['<<input name=pin value=x>', '<<input name=pin value=***>'],
  ['a < b <input id=pin value=x> c', 'a < b <input id=pin value=***> c'],
  [
    '<p><input name=pin value=x><input name=pin value=y>',
    '<p><input name=pin value=***><input name=pin value=***>',
  ],
  ['<input name="pin" value="x', '<input name="pin" value="***'],
  ["<input name='pin' value='x", "<input name='pin' value='***"],
  [`<input${attributes(48)} name="pin" value="x">`, `<input${attributes(48)} name="pin" value="***">`],
  // The content of a field.
  ['<textarea name="secret">x y</textarea> z', '<textarea name="secret">***</textarea> z'],
  ['<textarea name="secret" / >x', '<textarea name="secret" / >***'],
  ['<textarea name="secret">x', '<textarea name="secret">***'],
])('redacts the value in %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  'no tag',
  '<input name="q" value="x">',
  '<input ids="csrf" data-id="csrf" value="x">',
  '<input name="csrf" values="x" xvalue="y">',
  '<input names="csrf" value="x">',
  '<1 name=pin value=x>',
  '< input name=pin value=x>',
  '<textarea id="secret">x</textarea>',
  '<textarea name="secret">  </textarea>',
  '<textarea name="secret"> \n',
  '<input name="pin" value="">',
  '<input name="pin" value>',
  '<input name="pin" value=>',
  '<input name="pin" "value">x',
  '<input value="x"',
])('keeps %s', (text) => {
  expect(redact(text)).toBe(text);
});

test.each([
  ['<input value="x"', '<input value="***"'],
  ['<input value="x" na', '<input value="***" na'],
  ['<b>a</b><input value="x', '<b>a</b><input value="***'],
  ['<input value="x">', '<input value="x">'],
  ['<input value="x" <b', '<input value="x" <b'],
  ['<input value="x"><b', '<input value="x"><b'],
  ['<input class="x"', '<input class="x"'],
])('if the end is missing, %s', (text, redacted) => {
  expect(redact(text, true)).toBe(redacted);
});
