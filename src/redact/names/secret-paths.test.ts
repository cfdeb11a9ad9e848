import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../../test/faults/secrets-random.ts';
import { createRedaction } from '../redaction.ts';
import { looksRandom } from './shape.ts';

const { url, text } = createRedaction();
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOKENS: Readonly<Record<string, (random: Random) => string>> = {
  hex: (random) => bytes(random, 16).toString('hex'),
  uuid: (random) =>
    bytes(random, 16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  'base64url of 16 bytes': (random) => bytes(random, 16).toString('base64url'),
  'base64 in a path': (random) => encodeURIComponent(bytes(random, 24).toString('base64')),
  nanoid: (random) => pick(random, `${LETTERS}0123456789_-`, 21),
  ulid: (random) => pick(random, CROCKFORD, 26),
  letters: (random) => pick(random, LETTERS, 32),
  'lowercase letters': (random) => pick(random, LETTERS.slice(26), 24),
  'six digits': (random) => random.digits(6),
};
const pick = (random: Random, alphabet: string, length: number) =>
  Array.from({ length }, () => random.pick([...alphabet])).join('');
const bytes = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => random.below(256)));
const PLACES = [
  'reset',
  'invite',
  'confirm',
  'verify',
  'magic',
  'share',
  'unsubscribe',
  'token',
  'password',
  'activate',
];

describe.each(PLACES)('after /%s/', (place) => {
  test.each(Object.entries(TOKENS))('redacts a segment of %s', (kind, create) => {
    const random = createRandom(PLACES.indexOf(place) * 100 + kind.length);
    for (let n = 0; n < 20; n++) {
      const token = create(random);
      expect({ token, url: url(`https://h/a/${place}/${token}?x=1`) }).toEqual({
        token,
        url: `https://h/a/${place}/***?x=1`,
      });
      expect(url(`/${place}/7/${token}/edit`)).toBe(`/${place}/7/***/edit`);
      expect(text(`GET /${place}/${token} 200`)).toBe(`GET /${place}/*** 200`);
    }
  });
});

test.each([
  'https://h/reset/password',
  'https://h/share/7',
  'https://h/confirm/email',
  'https://h/verify/step2',
  'https://h/verify/2fa',
  'https://h/share/holiday-photos-2024',
  'https://h/share/2024-11-15/1st-day',
  'https://h/invite/accept/12345',
  'https://h/token/refresh',
  'https://h/unsubscribe/newsletter.html',
  'https://h/password/resetPasswordForm',
  'https://h/reset/:resetTokenOfTheUser',
  'https://h/share/{token}/*splat',
  'https://h/share/internationalization',
  'https://h/products/9f8a7b6c5d4e3f2a1b0c',
  'https://h/assets/app.9f8a7b6c.js?share=1',
])('keeps %s', (plain) => {
  expect(url(plain)).toBe(plain);
  expect(text(`see ${plain} now`)).toBe(`see ${plain} now`);
});

test.each([
  ['/reset-password/9f8a7b6c5d4e', '/reset-password/***'],
  ['/users/email-verification/9f8a7b6c5d4e/done', '/users/email-verification/***/done'],
  ['/Invitations/aB3xK9', '/Invitations/***'],
  ['/magic-link/9f8a7b6c5d4e#top', '/magic-link/***#top'],
  ['/go?next=/reset/9f8a7b6c5d4e', '/go?next=/reset/***'],
  ['/go?next=%2Freset%2F9f8a7b6c5d4e', '/go?next=%2Freset%2F***'],
])('redacts %s to %s', (path, expected) => {
  expect(url(path)).toBe(expected);
});

test.each([
  ['GET /reset/9f8a7b6c5d4e,kept', 'GET /reset/***,kept'],
  ['GET /reset/9f8a7b6c5d4e&kept', 'GET /reset/***&kept'],
  ['GET `/reset/9f8a7b6c5d4e`', 'GET `/reset/***`'],
  ['GET /reset/a,/products/9f8a7b6c5d4e', 'GET /reset/a,/products/9f8a7b6c5d4e'],
  ['GET /reset/a&/products/9f8a7b6c5d4e', 'GET /reset/a&/products/9f8a7b6c5d4e'],
  ['GET `/reset/a`/9f8a7b6c5d4e', 'GET `/reset/a`/9f8a7b6c5d4e'],
  ['GET /reset/a /9f8a7b6c5d4e', 'GET /reset/a /9f8a7b6c5d4e'],
  ['GET /reset/a?/9f8a7b6c5d4e', 'GET /reset/a?/9f8a7b6c5d4e'],
])('the path ends with its text: %s', (line, expected) => {
  expect(text(line)).toBe(expected);
});

test('redacts slashes escaped by JSON', () => {
  expect(text('{"url":"\\/reset\\/9f8a7b6c5d4e"}')).toBe('{"url":"/reset/***"}');
});

test('recognizes random tokens', () => {
  const random = createRandom(5);
  for (const [kind, create] of Object.entries(TOKENS)) {
    const missed = Array.from({ length: 2000 }, () => create(random)).filter((token) => !looksRandom(token));
    expect({ kind, missed }).toEqual({ kind, missed: [] });
  }
});

// One nanoid in 4,000 has words that could be names, each by itself.
test.each([
  'mGDytU_WVEQJlijjN-j-vQ',
  'FEHQC8_yzR-aTauYBE11_',
  'CEhy_7-PZHAtvwR7_oZXb',
  'xQrivIidnjZ-zOiE-kjbp',
  'Jcki-CfdkIkhuyew_ABfP',
  'gvdtyn-jxd-BxbgicUmzL',
  'e-BAqd_rWg',
])('redacts the nanoid %s, which consists of short words', (token) => {
  expect(url(`/invite/${token}`)).toBe('/invite/***');
  expect(text(`GET /magic-link/${token}/open 200`)).toBe('GET /magic-link/***/open 200');
});

test.each([
  ...[
    '9f8a7b6c',
    'twelfths',
    'xkcdqwrt',
    '123456',
    'a1b2c',
    'v2beta',
    'report12345',
    '20241114',
    'abc%31def2',
    'Ab3xY',
  ],
  ...[
    'internationalizations',
    'éa1b2cdef',
    '4xmas',
    'x'.repeat(81),
    'a-'.repeat(41),
    'photo-202411141',
    'aBcDeFgHiJ',
    'ab12cd3d',
    'A1B2C3D4',
    'X9Y-photo',
    'photo-12ab',
    `${'a-'.repeat(40)}a`,
    '1sta2b3c',
    'TWELFTHS',
    'x9y-photo',
    '9x9-photo',
    'photo-a1b2c3d4',
    'a-1b2c',
    'ABCDEFGh',
    'abcD-efgh',
    'xB-efghij',
    'ABc-defgh',
  ],
])('%s looks like a token', (segment) => {
  expect(looksRandom(segment)).toBe(true);
});

test.each([
  ...[
    'holiday-photos-2024',
    'confirm',
    'strength',
    'abcdefgh',
    '12345',
    'a1b2',
    '1st',
    '21st-century',
    '100px',
    '3d',
  ],
  ...[
    'report2024',
    'aBcDeF',
    'CamelCaseName',
    'iPhoneXR',
    'iphoneXR',
    'APIDocument',
    'McDonalds',
    'myDocument2',
    'photo-12a',
    '22nd-street',
    '23rd-street',
    '11th-hour',
    '100x-zoom',
    '360d-view',
    '16GB-memory',
    '10mb-files',
    'e-mail_list-ALL',
    'myDocument',
    'Passwort',
    'rhythms',
    '5G-network',
    '2nd',
  ],
  ...[':token', ':9f8a7b6c', '{9f8a7b6c}', '(9f8a7b6c)', '*9f8a7b6c', 'a-'.repeat(40), 'photo-20241114', ''],
])('%s looks like a name', (segment) => {
  expect(looksRandom(segment)).toBe(false);
});
