import { expect, test } from 'vitest';
import { Source } from './characters.ts';
import { isPartName, partBody } from './multipart.ts';

test.each([
  ['Content-Disposition: form-data; name', true],
  ['FORM-DATA; name', true],
  [`form-data${' '.repeat(15)}name`, true],
  [`form-data${' '.repeat(16)}name`, false],
  ['content-disposition: attachment; name', false],
  ['name', false],
])('the name in %j is that of a part: %s', (text, isName) => {
  expect(isPartName(text, text.indexOf('name'))).toBe(isName);
});

test.each([
  ['"\r\n\r\nhunter2\r\n--b', 'hunter2'],
  ['"\n\nhunter2\n--b', 'hunter2'],
  ['"\r\rhunter2\r--b', 'hunter2'],
  ['"\r\nContent-Type: text/plain\r\n\r\nhunter2\r\n--b', 'hunter2'],
  ['"\r\n\r\none\r\ntwo -- three\r\n\r\n--b', 'one\r\ntwo -- three\r\n'],
  ['"\r\n\r\nhunter2', 'hunter2'],
  ['"\r\n\r\n\r\n--b', ''],
  ['"\r\nhunter2', ''],
  ['"', ''],
  // Escaped once and twice.
  ['\\"\\r\\n\\r\\nhunter2\\r\\n--b', 'hunter2'],
  ['\\"\\n\\nhunter2\\n--b', 'hunter2'],
  ['\\"\\r\\rhunter2\\r--b', 'hunter2'],
  ['\\"\\\\r\\\\n\\\\r\\\\nhunter2\\\\r\\\\n--b', 'hunter2'],
  ['\\"\\n\\nhunter\\t2\\--b\\n--b', 'hunter\\t2\\--b'],
  ['\\"\\r\\tn\\r\\nx\\n\\nhunter2\\n--b', 'hunter2'],
  ['\\"\\rn\\n\\nhunter2\\n--b', 'hunter2'],
  // In the lines of util.inspect.
  ["\"\\r\\n' +\n  '\\r\\n' +\n  'hunter2\\r\\n' +\n  '--b'", "' +\n  'hunter2"],
  ["\"\\n' +\n  '\\n' +\n  'one\\n' +\n  'two\\n' +\n  '--b'", "' +\n  'one\\n' +\n  'two"],
  ["\"\\n' +\n  'a\\n' +\n  '\\n' +\n  'hunter2\\n' +\n  '--b'", "' +\n  'hunter2"],
])('the body of %j', (text, body) => {
  const [from, to] = partBody(new Source(`name="a${text}`), 7);
  expect(`name="a${text}`.slice(from, to)).toBe(body);
});

test('the headers may go on with a line break', () => {
  const text = 'name=a\r\nX: y\r\n\r\nhunter2\r\n--b';
  expect(text.slice(...partBody(new Source(text), 6))).toBe('hunter2');
});
