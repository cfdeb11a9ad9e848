import { format, type InspectOptions, inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text: redactText } = createRedaction();
const CANARY = 'CANARYq7Zx';
/** The canary as text, as the bytes of a Buffer and as those of an array. */
const LEAKS = [
  CANARY,
  Buffer.from(CANARY)
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 '),
  [...Buffer.from(CANARY)].join(', '),
];

class Token {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
class Session extends Map<string, unknown> {}
class Tagged {
  readonly value = CANARY;
  get [Symbol.toStringTag]() {
    return 'Tag';
  }
}
const nullPrototype = (values: object) => Object.assign(Object.create(null), values);
const form = new FormData();
form.append('a', CANARY);
const VALUES: Readonly<Record<string, unknown>> = {
  'a word': CANARY,
  words: `x ${CANARY} y`,
  'an apostrophe': `it's ${CANARY}`,
  'both quotes': `it's "${CANARY}" ${CANARY}`,
  'all quotes': `it's "${CANARY}" \`${CANARY}\``,
  'several lines': `line one\nline ${CANARY}\nline three ${CANARY}`,
  'long lines': `${'abc '.repeat(20)}\n${CANARY} ${'def '.repeat(20)}\n${CANARY}`,
  'a backslash': `a\\b'${CANARY}`,
  'a bracket': `a } ${CANARY}`,
  JSON: `{"x":"${CANARY}"}`,
  'an instance': new Token(CANARY),
  'a subclass': new Session([['a', CANARY]]),
  'a tagged instance': new Tagged(),
  'a null prototype': nullPrototype({ a: CANARY, b: nullPrototype({ c: CANARY }) }),
  'a map': new Map([['k', CANARY]]),
  'nested maps': new Map([['k', new Map([['z', CANARY]])]]),
  'a set': new Set([CANARY, `x ${CANARY}`]),
  'a list': [CANARY, new Token(CANARY)],
  'a buffer': Buffer.from(CANARY),
  bytes: new Uint8Array(Buffer.from(CANARY)),
  'an array buffer': new Uint8Array(Buffer.from(CANARY)).buffer,
  'an error': new Error(`bad ${CANARY}`),
  'an error with properties': Object.assign(new Error('bad'), { value: CANARY }),
  'an error of two lines': new TypeError(`bad\n${CANARY}`),
  'a boxed string': new String(CANARY),
  'a symbol': Symbol(CANARY),
  'a promise': Promise.resolve(CANARY),
  'a URL': new URL(`https://h/${CANARY}`),
  'search parameters': new URLSearchParams({ a: CANARY }),
  headers: new Headers({ a: CANARY }),
  'a form': form,
  'a function': Object.assign(() => 1, { value: CANARY }),
  'a proxy': new Proxy({ value: CANARY }, {}),
  'a circle': Object.assign([CANARY] as unknown[], { self: [] as unknown[] }),
  'an iterator': new Map([['a', CANARY]]).entries(),
};
const OPTIONS: readonly InspectOptions[] = [
  {},
  { depth: 0 },
  { depth: 3, breakLength: Number.POSITIVE_INFINITY },
  { depth: 6, compact: false },
  { depth: 6, compact: true, breakLength: 20 },
  { depth: 6, breakLength: 40, compact: 1 },
  { depth: 6, colors: true },
  { depth: 6, showHidden: true },
  { depth: 6, getters: true, showProxy: true, sorted: true },
  { depth: 6, breakLength: 200, compact: 10, maxStringLength: 60 },
];
/** Where a value with the name of a secret can be. */
const PLACES: Readonly<Record<string, (name: string, value: unknown) => unknown>> = {
  'an object': (name, value) => ({ before: 1, [name]: value, after: 'x' }),
  'a nested object': (name, value) => ({ req: { body: { [name]: value }, list: [{ [name]: value, z: 1 }] } }),
  'a map': (name, value) => new Map([[name, value]]),
  'an object without prototype': (name, value) => nullPrototype({ a: 1, [name]: value }),
  'an instance': (name, value) => Object.assign(new Token('x'), { [name]: value }),
  'an error': (name, value) => Object.assign(new Error('boom'), { [name]: value, code: 'E' }),
  'a symbol': (name, value) => ({ [Symbol(name)]: value, z: 1 }),
  'a list of entries': (name, value) => [
    ['a', 1],
    [name, value],
    ['z', 1],
  ],
  'a list of names and values': (name, value) => ['Host', 'h', name, value, 'Accept', '*/*'],
  'a list of headers': (name, value) => ({
    list: [
      { name, value },
      { key: name, value, z: 1 },
    ],
  }),
};

describe.each(Object.entries(PLACES))('in %s', (_, place) => {
  test.each(Object.entries(VALUES))('redacts %s', (_kind, value) => {
    for (const name of ['password', 'token', 'x-api-key', 'session', 'cookies', 'authorization']) {
      for (const options of OPTIONS) {
        const text = inspect(place(name, value), options);
        const redacted = redactText(text);
        for (const leak of LEAKS)
          expect({ text, redacted, leak: redacted.includes(leak) }).toEqual({ text, redacted, leak: false });
      }
    }
  });
});

test('redacts JSON inside JSON, and JSON inside an inspected object', () => {
  for (const value of Object.values(VALUES)) {
    if (typeof value !== 'string') continue;
    const json = JSON.stringify({ before: 1, password: value, after: 'x' });
    const nested = JSON.stringify({ body: JSON.stringify({ body: json }) });
    for (const text of [
      json,
      nested,
      inspect({ body: json }),
      inspect({ body: nested }),
      format('%j %o', { body: json }, json),
    ])
      expect({ text, redacted: redactText(text) }).toEqual({
        text,
        redacted: expect.not.stringContaining(CANARY),
      });
  }
});

test.each([
  ['{ token: Token { value: \'CANARY\' }, user: "jo" }', '{ token: ***, user: "jo" }'],
  ["{ cookies: [Object: null prototype] { a: 'CANARY' }, b: 1 }", '{ cookies: ***, b: 1 }'],
  ['{ password: <Buffer 43 41 4e>, b: 1 }', '{ password: ***, b: 1 }'],
  ['{ body: <Buffer 43 41 4e> }', '{ body: <Buffer ***> }'],
  ["{ session: <ref *1> Session { id: 'CANARY', self: [Circular *1] }, b: 1 }", '{ session: ***, b: 1 }'],
  ["{ sessions: Set(1) { 'CANARY' }, b: Set(1) { 'x' } }", "{ sessions: ***, b: Set(1) { 'x' } }"],
  [
    "URLSearchParams { 'token' => 'CANARY', 'page' => '2' }",
    "URLSearchParams { 'token' => ***, 'page' => '2' }",
  ],
  [
    "Headers { authorization: 'Bearer CANARY', accept: '*/*' }",
    "Headers { authorization: ***, accept: '*/*' }",
  ],
  [
    "{ rawHeaders: [ 'X-Api-Key', 'CANARY', 'Host', 'h' ] }",
    "{ rawHeaders: [ 'X-Api-Key', ***, 'Host', 'h' ] }",
  ],
  ["{ name: 'sid', value: 'CANARY', path: '/' }", "{ name: 'sid', value: ***, path: '/' }"],
  ['{"value":"CANARY","name":"X-Api-Key"}', '{"value":***,"name":"X-Api-Key"}'],
])('redacts only the value in %s', (text, expected) => {
  expect(redactText(text)).toBe(expected);
  expect(redactText(expected)).toBe(expected);
});
