import { knownFormat, password, type Secret, secretName } from './secrets-kinds.ts';
import { createRandom, type Random } from './secrets-random.ts';

/** A body that contains a secret. `canaries` must not occur in anything that is stored. */
export interface PlantedBody {
  readonly type: string;
  readonly body: string;
  readonly canaries: readonly string[];
}

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'application/problem+json'];
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** What many servers put around the JSON of a request. */
const ORDINARY = {
  id: 7,
  name: 'Jo Doe',
  list: [1, 'two', null, true],
  nested: { a: { b: [] } },
  url: '/a?b=c',
};

/** Generates bodies with secrets; the same seed gives the same ones. */
export function* plantedBodies(count: number, seed = 1): Generator<PlantedBody> {
  const random = createRandom(seed);
  for (let n = 0; n < count; n++) yield plant(random);
}

function plant(random: Random): PlantedBody {
  const isNamed = random.below(2) === 0;
  const secret = isNamed ? password(random) : knownFormat(random);
  return random.pick([inJson, inJson, inJson, inNumber, inForm, inText, inMultipart])(
    random,
    secret,
    isNamed,
  );
}

function inJson(random: Random, secret: Secret, isNamed: boolean): PlantedBody {
  const { text, canaries } = secret;
  const named = isNamed ? namedJson(random, text) : valueJson(random, text);
  const json = random.pick([
    named,
    `[${JSON.stringify(ORDINARY)},${named}]`,
    `{"before":${JSON.stringify(ORDINARY)},"data":${named},"after":[${named}]}`,
    `${'{"a":['.repeat(40)}${named}${']}'.repeat(40)}`,
    JSON.stringify({ body: named }),
    JSON.stringify({ body: JSON.stringify({ payload: named }) }),
    `${JSON.stringify(ORDINARY)}\n${named}\n`,
    JSON.stringify(JSON.parse(named), null, 2),
    ` \r\n${named}`,
  ]);
  const type = random.pick([...JSON_TYPES, ...JSON_TYPES, 'text/plain', FORM_TYPE]);
  return { type, body: json, canaries };
}

/** The value of a name of a secret, in one of the many ways that JSON allows. */
function namedJson(random: Random, text: string): string {
  const name = secretName(random);
  const key = random.pick([JSON.stringify(name), JSON.stringify(name), escaped(random, name)]);
  const value = random.pick([JSON.stringify(text), JSON.stringify(text), escaped(random, text)]);
  return random.pick([
    `{${key}:${value}}`,
    `{"user":"jo",${key} : ${value} ,"after":1}`,
    `{${key}:"x",${key}:${value},"a":${JSON.stringify(ORDINARY)}}`,
    `{${key}:[${value},{"a":${value}}],"b":2}`,
    `{${key}:{"deep":{"deeper":[[${value}]]}}}`,
    `{"name":${key},"value":${value}}`,
    `{"value":${value},"label":"x","key":${key}}`,
    `{"header":${key},"value":[${value}]}`,
    `{"headers":[${key},${value},"host","h"]}`,
    `[[${key},${value}],["host","h"]]`,
    `{"query":${JSON.stringify(`a=1&${name}=${encodeURIComponent(text)}&b=2`)}}`,
    `{"url":${JSON.stringify(`https://bob:${encodeURIComponent(text)}@db.example/x`)}}`,
    `{"query":${JSON.stringify(`mutation { a(${graphqlName(name)}: ${JSON.stringify(text)}) { id } }`)},"variables":{${key}:${value}}}`,
    `{"query":${JSON.stringify(`mutation { a(${graphqlName(name)}: """${text.replaceAll('"', '')}""") { id } }`)}}`,
    `{"log":${JSON.stringify(`{"level":30,${JSON.stringify(name)}:${JSON.stringify(text)}}`)}}`,
  ]);
}

function graphqlName(name: string): string {
  return name.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_');
}

/** A value whose format reveals it. */
function valueJson(random: Random, text: string): string {
  const value = random.pick([JSON.stringify(text), escaped(random, text)]);
  return random.pick([
    `{"q":${value}}`,
    `[1,${value},2]`,
    value,
    `{"note":${JSON.stringify(`paid with ${text} today`)}}`,
    `{${JSON.stringify(text)}:1}`,
  ]);
}

/** A JSON string with some of its characters escaped. */
function escaped(random: Random, text: string): string {
  const characters = [...JSON.stringify(text).slice(1, -1)];
  const isPlain = (at: number) => /^[A-Za-z0-9]$/.test(characters[at] ?? '') && characters[at - 1] !== '\\';
  for (let n = 0; n < 3; n++) {
    const at = random.below(characters.length);
    // Not the letter of an escape, and not one of its digits.
    if (!isPlain(at) || text.includes('\n')) continue;
    characters[at] = `\\u${characters[at]?.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }
  return `"${characters.join('')}"`;
}

/** Numbers: a PIN with a name, or the number of a card. */
function inNumber(random: Random): PlantedBody {
  const digits = `${1 + random.below(9)}${random.digits(11)}`;
  const name = secretName(random);
  const number = random.pick([digits, `-${digits}`, `${digits}.5`, `${digits}e3`]);
  const body = random.pick([
    `{"a":1,"${name}":${number}}`,
    `{"${name}":[1,${number}]}`,
    `{"a":[{"${name}":{"n":${number}}}]}`,
    `{"name":"${name}","value":${number}}`,
  ]);
  return { type: random.pick(JSON_TYPES), body, canaries: [digits] };
}

function inForm(random: Random, { text, canaries }: Secret, isNamed: boolean): PlantedBody {
  const value = encodeURIComponent(text);
  const name = secretName(random);
  const key = random.pick([name, `user[${name}]`, `user%5B${name}%5D`, `a.${name}`, `${name}[]`]);
  const json = encodeURIComponent(JSON.stringify({ a: 1, [name]: text }));
  const body = isNamed
    ? random.pick([
        `${key}=${value}`,
        `a=1&${key}=${value}&b=2`,
        `a=1&a=2&${key}=x&${key}=${value}`,
        `a=1&${key}=${value};b=2`,
        `payload=${json}&b=2`,
      ])
    : random.pick([`q=${value}&b=2`, `a=1&q=${value.replaceAll('%20', '+')}`, `${value}=1`]);
  return { type: FORM_TYPE, body, canaries };
}

function inText(random: Random, { text, canaries }: Secret, isNamed: boolean): PlantedBody {
  const name = secretName(random);
  const body = isNamed
    ? random.pick([
        `login failed\n${name}=${text}\n`,
        `Authorization: Bearer ${text}`,
        `{ user: 'jo', '${name}': ${JSON.stringify(text)}, }`,
        `{"user":"jo","${name}":${JSON.stringify(text)},}`,
        `connect postgres://app:${encodeURIComponent(text)}@db.example/x`,
        `<form><${name}>${text.replaceAll(/[<>]/g, '')}</${name}></form>`,
        `<form><input type="hidden" name="${name}" value="${text.replaceAll('"', '')}"></form>`,
        `<form><input value='${text.replaceAll("'", '')}' name='${name}'></form>`,
        `<textarea rows=2 name="${name}">${text.replaceAll('<', '')}</textarea>`,
      ])
    : `see ${text} here`;
  return { type: random.pick(['text/plain', 'text/html; charset=utf-8']), body, canaries };
}

/** The content of parts is never kept, whatever it is. */
function inMultipart(random: Random, { text, canaries }: Secret): PlantedBody {
  const boundary = `----${random.word(16)}`;
  const part = (name: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  const body = `${part('a', '1')}${part(random.pick(['b', 'password']), text)}${part('c', text)}--${boundary}--\r\n`;
  return { type: `multipart/form-data; boundary=${boundary}`, body, canaries };
}
