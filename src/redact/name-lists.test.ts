import { expect, test } from 'vitest';
import { Source } from './characters.ts';
import { isFieldName, NameLists, nameListEnd } from './name-lists.ts';

const PARTS = ['access', 'account', 'active', 'address', 'admin', 'age', 'amount', 'api', 'app'];
const NAMES = PARTS.flatMap((part) => PARTS.map((other) => `${part}_${other}`));
const list = (count: number) => `[${NAMES.slice(0, count).map((name) => `"${name}"`)}]`;

test.each([
  ["['password', 'email'] x", "['password', 'email']"],
  ['["password","email"]', '["password","email"]'],
  ['[\n  "password"\n]', '[\n  "password"\n]'],
  ['[\\"password\\", \\"email\\"]', '[\\"password\\", \\"email\\"]'],
  [list(32), list(32)],
  [list(33), null],
  ["['password', 'hunter2']", null],
  ["['password', 'password']", null],
  ['[\'password\', "email"]', null],
  ["['password\", 'email']", null],
  ["['password' 'email']", null],
  ["['password'; 'email']", null],
  ["['password', 'email'", null],
  ["['password',]", null],
  ["['password', email]", null],
  ["['password', xemail']", null],
  ["('password')", null],
  ["{'password']", null],
  ['[password]', null],
  ['[]', null],
  ['', null],
])('the list of names at the start of %s', (text, names) => {
  for (const before of ['', 'fields: ']) {
    const end = nameListEnd(new Source(before + text), before.length);
    expect(end < 0 ? null : (before + text).slice(before.length, end)).toBe(names);
  }
});

test.each([
  ...['password', 'passwordConfirmation', 'first_name', 'first-name', 'userID', 'Password', 'x-api-key'].map(
    (name) => [name, true] as const,
  ),
  ...['mypassword', 'password_hunter', 'hunter_password', 'passwordHunter', 'password2', 'a', ''].map(
    (name) => [name, false] as const,
  ),
])('%s is the name of a field: %s', (name, isName) => {
  expect(isFieldName(name)).toBe(isName);
});

test('finds the words of a text that are in a list of names', () => {
  const contained = (text: string) => {
    const source = new Source(text);
    const lists = new NameLists();
    return [...text.matchAll(/'\w+/g)]
      .filter(({ index }) => lists.contains(source, index))
      .map(([word]) => word.slice(1));
  };
  expect(contained("'a' ['password', 'email'] 'pin'")).toEqual(['password', 'email']);
  expect(contained("['password', 'hunter2'] ['pin', 'email']")).toEqual(['pin', 'email']);
  expect(contained("['email', 'password', 'pin', 'pin']")).toEqual([]);
  expect(contained("[ 'password' ]['pin']")).toEqual(['password', 'pin']);
  expect(contained("'password', 'pin'")).toEqual([]);
  expect(contained(`[${' '.repeat(395)}'password']`)).toEqual(['password']);
  expect(contained(`[${' '.repeat(405)}'password']`)).toEqual([]);
});

test('finds a word in the middle of a list', () => {
  const source = new Source("fields: ['first_name', 'email', 'password']");
  expect(new NameLists().contains(source, source.text.indexOf("'password"))).toBe(true);
});
