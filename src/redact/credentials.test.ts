import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announcesCredential, credentialStart, isPlainWord, opensJson } from './credentials.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const HEADER = encode('{"alg":"HS256"}');
const PAYLOAD = encode('{"sub":"1234567890"}');
const SIGNATURE = 'c2lnbmF0dXJl';
const BODY = '0123456789abcdef';

test.each([
  [`${HEADER}.${PAYLOAD}.${SIGNATURE}`, 0],
  [`${HEADER}.${PAYLOAD}.`, 0],
  [`${HEADER}.${PAYLOAD}`, 0],
  [`${HEADER}.x.y`, 0],
  [`${HEADER}.x`, -1],
  [`${HEADER}..y`, -1],
  [`${HEADER}.`, -1],
  [HEADER, -1],
  [`id-${HEADER}.${PAYLOAD}.${SIGNATURE}`, 3],
  [`a.b.${HEADER}.${PAYLOAD}.${SIGNATURE}`, 4],
  [`see.${HEADER}.${PAYLOAD}`, 4],
  // Inside a word.
  [`x${HEADER}.${PAYLOAD}.${SIGNATURE}`, 1],
  [`xe${HEADER}.${PAYLOAD}.${SIGNATURE}`, 2],
  ['xeyJhbGci.x.y', 1],
  ['xeyJhbGc.x.y', -1],
  ['xeyJ______________.0123456789abcdef.y', 1],
  ['xeyJ______________.0123456789abcde.y', -1],
  ['xeyJ____________.0123456789abcdef.y', -1],
  [`${encode('{ "alg":"none"}')}.x.y`, 0],
  [`${encode('{\n "alg":"none"}')}.x.y`, 0],
  [`${encode('{\r\n "alg":"x"}')}.x.y`, 0],
  [`${encode('{\t"alg":"none"}')}.x.y`, 0],
  [`${encode('{\u0001"alg":"x"}')}.x.y`, -1],
  [`${encode('{"a\u007f":"xx"}').replace('eyJ', 'eyI')}.x.y`, -1],
  [`${HEADER}.x.`, -1],
  ['xeyJ_____________.0123456789abcdef.y', 1],
  [`x${encode('{"?":"a"}')}.x.y`, 1],
  [`x${encode('{"~":"ab"}')}.x.y`, 1],
  [`x${encode('{"a":\u000e"b"}')}.x.y`, -1],
  [`x${encode('{"a":\u0008"b"}')}.x.y`, -1],
  ['xeyJh~Gci.x.y', -1],
  ['xeyJhéGci.x.y', -1],
  ['keyInfo.value.get', -1],
  ['eyInfo99.value.get', -1],
  ['eyJ.a.b', -1],
  ['eyJhb.a.b', 0],
])('a JWT in %s starts at %i', (word, start) => {
  expect(credentialStart(word)).toBe(start);
});

test.each([
  [`ghp_${BODY}`, 0],
  [`gho_${BODY}`, 0],
  [`ghu_${BODY}`, 0],
  [`ghs_${BODY}`, 0],
  [`ghr_${BODY}`, 0],
  [`ghp_${BODY.slice(1)}`, -1],
  [`ghx_${BODY}`, 0],
  [`ghx_${BODY.slice(1)}-0`, -1],
  [`ghp_${BODY.slice(1)}-0`, 0],
  [`gh_p${BODY}`, -1],
  [`key-ghp_${BODY}`, 4],
  [`xghp_${BODY}`, 1],
  [`xghp_${BODY.slice(1)}-0`, -1],
  [`xghx_${BODY}`, -1],
  [`ghost-ghp_${BODY}`, 6],
  [`height_of_${BODY}`, -1],
  [`github_pat_${BODY}`, 0],
  [`xgithub_pat_${BODY}`, 1],
  [`github_pat_${BODY.slice(1)}`, -1],
  [`github_pat_${BODY}-github_pat_x`, 0],
  ['xxxxxxxxxxxxxxxx-github_pat_abc', -1],
  ['xxxxxxxxxxxxxxxx-ghp_abc', -1],
])('a GitHub token in %s starts at %i', (word, start) => {
  expect(credentialStart(word)).toBe(start);
});

test('the first of two credentials counts', () => {
  const jwt = `${HEADER}.${PAYLOAD}.${SIGNATURE}`;
  expect(credentialStart(`a-ghp_${BODY}-${jwt}`)).toBe(2);
  expect(credentialStart(`a-${jwt}-ghp_${BODY}`)).toBe(2);
});

test('every header in JSON is found, at any place in a path', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme-ascii', minLength: 4 }),
      fc.constantFrom('', 'a.', 'v1-'),
      (alg, before) => {
        const header = encode(JSON.stringify({ alg }));
        expect(credentialStart(`${before}${header}.${PAYLOAD}.${SIGNATURE}`)).toBe(before.length);
      },
    ),
  );
});

test('base64 of JSON is recognized by three characters', () => {
  for (const json of ['{"a":1}', '{ "a":1}', '{\n"a":1}', '{\r\n}', '{\t"a":1}']) {
    expect(opensJson(encode(json), 0), json).toBe(true);
    expect(opensJson(`xx${encode(json)}`, 2), json).toBe(true);
    expect(opensJson(encode(json).slice(0, 3), 0), json).toBe(true);
    expect(opensJson(encode(json).slice(0, 2), 0), json).toBe(false);
  }
  for (const text of ['exJ', 'eyZ', 'ewA', 'dyJ', 'ew', '']) expect(opensJson(text, 0), text).toBe(false);
  expect(opensJson('eyJ', -1)).toBe(false);
  expect(opensJson('eyJ', 1)).toBe(false);
});

test.each(['authentication', 'Auth', 'realm,', 'a', `a${'b'.repeat(18)}`])('%s is a plain word', (word) => {
  expect(isPlainWord(word)).toBe(true);
});

test.each(['aB', 'a1', 'a,,', 'x9f', '', '1a', `a${'b'.repeat(19)}`, 'ab c', '.a'])('%s is not', (word) => {
  expect(isPlainWord(word)).toBe(false);
});

test('Bearer and Basic announce a credential', () => {
  for (const word of ['bearer', 'Bearer', 'BASIC'])
    expect(announcesCredential(`x ${word} y`, 2, 2 + word.length)).toBe(true);
  for (const word of ['bears', 'basics', 'digest'])
    expect(announcesCredential(word, 0, word.length)).toBe(false);
});
