import { type InspectOptions, inspect } from 'node:util';
import type { Secret } from './secrets-kinds.ts';
import type { Random } from './secrets-random.ts';

/** A text that contains a secret, and what must not be found of it. */
export interface Printed {
  readonly text: string;
  readonly canaries: readonly string[];
}

const OPTIONS: readonly InspectOptions[] = [
  { depth: 6 },
  { depth: 6, breakLength: Number.POSITIVE_INFINITY },
  { depth: 6, compact: false },
  { depth: 6, compact: true, breakLength: 20 },
  { depth: 6, breakLength: 40, compact: 1 },
  { depth: 6, colors: true },
  { depth: 6, showHidden: true },
];

class Token {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A value with the name of a secret, as Node, loggers, libraries and databases print it. */
export function printNamed(random: Random, name: string, secret: Secret): Printed {
  const print = random.pick([
    inspected,
    inspected,
    inspected,
    asBytes,
    asStatement,
    asStatement,
    asData,
    asHttp,
  ]);
  return print(random, name, secret);
}

function inspected(random: Random, name: string, { text, canaries }: Secret): Printed {
  const value = random.pick([
    text,
    `${text}\n${text}`,
    new Token(text),
    new Token({ a: [text] }),
    Object.assign(Object.create(null), { a: text }),
    new Map([['a', text]]),
    new Set([text]),
    [text, `x ${text}`],
    new Map([[text, new Token(text)]]),
    Object.assign(new Error('bad'), { value: text }),
    new URLSearchParams({ a: text }),
    Promise.resolve(text),
  ]);
  const printed = random.pick<unknown>([
    { user: 'jo', [name]: value, after: 1 },
    { req: { body: { [name]: value }, list: [{ [name]: value }] } },
    new Map<string, unknown>([[name, value]]),
    Object.assign(Object.create(null), { a: 1, [name]: value }),
    Object.assign(new Token('x'), { [name]: value }),
    Object.assign(new Error('boom'), { [name]: value }),
    [
      ['a', 1],
      [name, value],
    ],
    { rawHeaders: ['Host', 'h', name, value, 'Accept', '*/*'] },
    { list: [{ name, value, path: '/' }] },
    { body: JSON.stringify({ user: 'jo', [name]: text, after: 1 }) },
  ]);
  return { text: inspect(printed, random.pick(OPTIONS)), canaries };
}

/** The bytes of the secret, which are canaries too. */
function asBytes(random: Random, name: string, secret: Secret): Printed {
  const bytes = Buffer.from(secret.text);
  const value = random.pick([bytes, new Token(bytes)]);
  const asHex = secret.canaries.map((canary) => spaced(Buffer.from(canary).toString('hex')));
  const asNumbers = secret.canaries.map((canary) => [...Buffer.from(canary)].join(','));
  const printed = random.pick<unknown>([{ [name]: value, b: 1 }, { body: value }, [value]]);
  const text = random.pick([inspect(printed, random.pick(OPTIONS)), JSON.stringify(printed)]);
  return { text, canaries: [...asHex, ...asNumbers] };
}

function spaced(hex: string): string {
  return hex.replace(/(..)(?=.)/g, '$1 ');
}

function asStatement(random: Random, _name: string, { text, canaries }: Secret): Printed {
  const literal = random.pick([
    `'${text.replaceAll("'", "''")}'`,
    `$t1$${text}$t1$`,
    `E'${text.replaceAll("'", "\\'")}'`,
  ]);
  const sql = random.pick([
    `INSERT INTO "users" ("email", "hash") VALUES (${literal}, 1)`,
    `update users set a = ${literal} where b = ${literal} and c in (1, ${literal})`,
    `SELECT *\nFROM users\nWHERE a = ${literal} /* ${canaries[0]} */`,
    `DELETE FROM t WHERE ${literal} = a -- ${canaries[0]}`,
    `WITH x AS (SELECT ${literal}) SELECT * FROM x`,
  ]);
  return {
    text: random.pick([
      sql,
      `${sql} - duplicate key value violates unique constraint "x"`,
      `Executing (default): ${sql};`,
      `Error: ${sql}\n    at run (/app/db.js:1:2)`,
      inspect({ sql, bindings: [text, 1] }),
      inspect(Object.assign(new Error('x'), { sql, parameters: [text] }), { compact: false }),
      JSON.stringify({ sql, params: [text] }),
      JSON.stringify({ m: JSON.stringify({ sql, values: [text] }) }),
    ]),
    canaries,
  };
}

function asData(random: Random, name: string, { text, canaries }: Secret): Printed {
  const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = canaries[0] ?? '';
  const quoted = JSON.stringify(text);
  return random.pick<Printed>([
    { text: `a: 1\nsub:\n  ${name}: |\n    ${text}\n    ${text}\n  b: 2`, canaries },
    { text: `${name}: >-\n  ${text}\nb: 2`, canaries },
    { text: `${name}:\n  - ${quoted}\n  - ${quoted}\nb: 2`, canaries },
    { text: `level=info ${name}=${quoted} z=1`, canaries },
    { text: `<a><${name}>${xml}</${name}><b>1</b></a>`, canaries },
    { text: `│ id │ ${name} │\n├────┼────┤\n│ 1  │ ${cell} │`, canaries: [cell] },
    { text: `id | ${name}\n---+---\n 1 | ${cell}\n(1 row)`, canaries: [cell] },
    { text: `id,${name},z\n1,${cell},2`, canaries: [cell] },
    { text: `Array\n(\n    [${name}] => ${cell}\n)`, canaries: [cell] },
    { text: `Server=db;User ID=bob;${name}=two ${cell};Encrypt=true`, canaries: [cell] },
    { text: `{ value: ${quoted}, name: '${name}' }`, canaries },
  ]);
}

function asHttp(random: Random, name: string, { text, canaries }: Secret): Printed {
  const head = `GET / HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${text}\r\nCookie: a=${text}; b=${text}\r\nAccept: x\r\n\r\n`;
  const part = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n--x--`;
  const message = random.pick([head, part]);
  return {
    text: random.pick([message, JSON.stringify({ message }), inspect({ message }, random.pick(OPTIONS))]),
    canaries,
  };
}
