import { expect, test } from 'vitest';
import { AMBIGUOUS, COUNTED, createNames, PLAIN, SECRET } from './names.ts';

const { judge } = createNames([], []);
const words = (text: string) => text.trim().split(/\s+/);

test.each(
  words(`password userPassword new_password2 PASSWORD user[password] password[$gt] pass%77ord pass\\u0077ord xauthtoken apikey
    API-KEY sessionIds x-amz-date auth auth_token twoFactor mot_de_passe пароль 密码 contraseña`),
)('%s names a secret', (name) => {
  expect(judge(name)).toBe(SECRET);
});

test.each(
  words('author keyword keyboard monkey tokenizer secretary assessment opinion passive compass spin design'),
)('%s contains the word of a secret, and names none', (name) => {
  expect(judge(name)).toBe(PLAIN);
});

test('the look of a value decides where a name alone does not', () => {
  for (const name of words('state countryCode verifier tokenType passwordUpdatedAt identity'))
    expect([name, judge(name)]).toEqual([name, AMBIGUOUS]);
});

test('a number of tokens is not a secret', () => {
  for (const name of words('tokens max_tokens promptTokens'))
    expect([name, judge(name)]).toEqual([name, COUNTED]);
});

test('judges a part of a text', () => {
  expect(judge('my token is', 3, 8)).toBe(SECRET);
  expect(judge('my token is', 0, 2)).toBe(PLAIN);
});

test('an added pattern matches whole words in a row, also if they are joined', () => {
  const added = createNames(['tax id', 'internal*', 'c++.x'], []);
  for (const name of words('taxId user_tax_id TAXID taxid internal internal_note internals c++x'))
    expect([name, added.isSecret(name)]).toEqual([name, true]);
  for (const name of words('tax id taxidentity idTax not_external'))
    expect([name, added.isSecret(name)]).toEqual([name, false]);
});

test('an allowed pattern wins over an added one and over the defaults', () => {
  const { isSecret, isAllowed } = createNames(['tier'], ['page token', 'tier level']);
  expect(['pageToken', 'nextPageToken', 'tierLevel'].map(isSecret)).toEqual([false, false, false]);
  expect(['pageToken', 'nextPageToken', 'tierLevel'].map(isAllowed)).toEqual([true, true, true]);
  expect(['token', 'tier'].map(isSecret)).toEqual([true, true]);
});
