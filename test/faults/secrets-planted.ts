import { printNamed } from './secrets-formats.ts';
import { ambiguousName, knownFormat, password, randomKey, type Secret, secretName } from './secrets-kinds.ts';
import { createRandom, type Random } from './secrets-random.ts';

/** The input that contains the secret. It can be sent to an app or logged by one. */
export type Carrier =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly key: string; readonly text: string };

/** `canaries` must not occur in anything that is stored. */
export type Planted = Carrier & { readonly canaries: readonly string[] };

const HOST = 'https://shop.example';

/** Generates secrets; the same seed gives the same ones. The URLs and headers are valid HTTP. */
export function* plantedSecrets(count: number, seed = 1): Generator<Planted> {
  const random = createRandom(seed);
  for (let n = 0; n < count; n++) yield plant(random);
}

function plant(random: Random): Planted {
  if (random.below(20) === 0) return ambiguous(random);
  const isNamed = random.below(2) === 0;
  const secret = isNamed ? password(random) : knownFormat(random);
  const carry = random.pick([inUrl, inUrl, inHeader, inText, inText, inText, inValue]);
  if (carry === inText && isNamed && random.below(2) === 0) {
    const { text, canaries } = printNamed(random, secretName(random), secret);
    return { kind: 'text', text, canaries };
  }
  if (carry === inUrl && random.below(8) === 0) return inSecretPath(random);
  return { ...carry(random, secret, isNamed), canaries: secret.canaries };
}

function ambiguous(random: Random): Planted {
  const name = ambiguousName(random);
  const { text, canaries } = randomKey(random);
  return random.pick<Planted>([
    { kind: 'url', url: `${HOST}/items?page=2&${keyInQuery(random, name)}=${text}&sort=asc`, canaries },
    { kind: 'text', text: `login failed, ${name}=${text}`, canaries },
    { kind: 'text', text: JSON.stringify({ level: 30, user: 'jo', [name]: text, after: 1 }), canaries },
    { kind: 'value', key: name, text, canaries },
  ]);
}

function inUrl(random: Random, secret: Secret, isNamed: boolean): Carrier {
  const target = isNamed ? namedTarget(random, secret.text) : formatTarget(random, secret.text);
  return { kind: 'url', url: target.startsWith('/') ? HOST + target : target };
}

function namedTarget(random: Random, secret: string): string {
  const name = secretName(random);
  const key = keyInQuery(random, name);
  const value = encodeURIComponent(secret);
  const callback = encodeURIComponent(`https://app.example/cb?a=1&${name}=${value}`);
  const json = encodeURIComponent(JSON.stringify({ a: 1, user: { [name]: secret } }));
  const userinfo = `bob:${value}@db.example`;
  return random.pick([
    `/items?page=2&${key}=${value}&sort=asc`,
    `/items?${key}=${value}`,
    `/items?a=1;${key}=${value};b=2`,
    `/items?a=1&${key}=${value};rest`,
    `/login/${name}=${value}`,
    `/items;${name}=${value};v=1/list`,
    `/cb#${key}=${value}&expires=3600`,
    `/app#/cb?x=1&${name}=${value}`,
    `/go?next=${callback}`,
    `/go?next=${encodeURIComponent(callback)}&b=1`,
    `/go?a=1&next=${encodeURIComponent(encodeURIComponent(callback))}`,
    `/go?next=/cb%3F${name}%3D${value}`,
    `/go/${callback}/done`,
    `/find?filter=${json}`,
    `/find?filter=${encodeURIComponent(json)}`,
    `https://${userinfo}/path?x=1`,
    `/fetch?url=https://${userinfo}/x`,
    `/fetch?url=${encodeURIComponent(`postgres://${userinfo}/shop`)}`,
    `/fetch/https:%2F%2F${userinfo}/x`,
  ]);
}

/** A random segment after `/reset/` and the like. */
function inSecretPath(random: Random): Planted {
  const place = random.pick([
    'reset',
    'invite',
    'confirm-email',
    'verify',
    'magic-link',
    'share',
    'unsubscribe',
    'token',
  ]);
  const token = `${random.word(6)}${random.digits(3)}${random.word(16)}`;
  const path = random.pick([
    `/${place}/${token}`,
    `/a/${place}/${token}/edit?x=1`,
    `/${place}/7/${token}#top`,
  ]);
  return { kind: 'url', url: HOST + path, canaries: [token] };
}

/** One of the many ways to write a name in a query. */
function keyInQuery(random: Random, name: string): string {
  const letter = /[a-z]/i;
  const hex = name.replace(letter, (found) => `%${found.charCodeAt(0).toString(16)}`);
  return random.pick([
    name,
    name,
    hex,
    encodeURIComponent(hex),
    `user[${name}]`,
    `user[0][${name}][]`,
    `user%5B${name}%5D`,
    `user%255B${hex}%255D`,
    `user.${name}`,
    `${name}[]`,
  ]);
}

function formatTarget(random: Random, secret: string): string {
  const value = encodeURIComponent(secret);
  const hidden = value.replace(/[.e_ -]/, (found) => `%${found.charCodeAt(0).toString(16)}`);
  return random.pick([
    `/items/${value}`,
    `/items/${value}/edit?page=2`,
    `/items/${hidden}`,
    `/items?q=${value}`,
    `/items?q=${value.replaceAll('%20', '+')}&page=2`,
    `/items?q=${hidden}`,
    `/items?q=${encodeURIComponent(value)}`,
    `/items?${value}`,
    `/items?${value}=1`,
    `/items?page=2#${value}`,
    `/items?q=${encodeURIComponent(JSON.stringify({ q: secret }))}`,
    `/go?next=${encodeURIComponent(`/verify/${value}?a=1`)}`,
    `/items;v=${value}/list`,
  ]);
}

function inHeader(random: Random, secret: Secret, isNamed: boolean): Carrier {
  const text = secret.text.replaceAll('\n', ' ');
  const header = (name: string, value: string): Carrier => ({ kind: 'header', name, value });
  if (!isNamed) {
    if (random.below(3) === 0) return header('Referer', HOST + formatTarget(random, secret.text));
    const name = random.pick([
      'user-agent',
      'X-Request-Id',
      'accept',
      'content-type',
      'etag',
      'authorization',
      'x-any',
    ]);
    return header(name, random.pick([text, `a ${text} b`, `x/1 (${text})`, encodeURIComponent(text)]));
  }
  // The text before an equals sign is the name of a cookie.
  const nameless = text.replaceAll('=', '');
  const cookie = `theme=dark; ${secretName(random)}=${text}; ${nameless}`;
  const pair = `${secretName(random)}=${text}`;
  return random.pick([
    () =>
      header('Authorization', `${random.pick(['Bearer', 'Basic', 'Token', 'Hawk id="1", mac='])} ${text}`),
    () => header('proxy-authorization', text),
    () => header('Cookie', random.pick([cookie, nameless, `a=${text}`])),
    () => header('Set-Cookie', `${pair}; Path=/; HttpOnly`),
    () =>
      header(
        `X-${random.pick(['Api-Key', 'Auth', 'Anything', 'Forwarded-User', 'Amz-Security-Token'])}`,
        text,
      ),
    () => header('Location', HOST + namedTarget(random, secret.text)),
    () => header('Referer', HOST + namedTarget(random, secret.text)),
    () => header('User-Agent', `tool/1.0 (${pair})`),
    () => header('Host', `bob:${encodeURIComponent(text)}@shop.example:8080`),
  ])();
}

function inText(random: Random, secret: Secret, isNamed: boolean): Carrier {
  const inMessage = (text: string): Carrier => ({
    kind: 'text',
    text: random.pick([text, `${text} at 12:30`, `x\n${text}`]),
  });
  const { text } = secret;
  if (!isNamed) {
    const json = JSON.stringify({ m: text });
    return inMessage(
      random.pick([text, `refused ${text} at once`, `(${text})`, json, JSON.stringify(json), `"${text}"`]),
    );
  }
  const name = secretName(random);
  const json = JSON.stringify({ level: 30, user: 'jo', [name]: text, after: 1 });
  return inMessage(
    random.pick([
      json,
      JSON.stringify({ body: json }),
      JSON.stringify({ body: JSON.stringify({ body: json }) }),
      JSON.stringify({ [name]: [text, { a: text }] }, null, 2),
      `{ user: 'jo', '${name}': ${quoted(text)}, after: 1 }`,
      `login failed, ${name}=${text}`,
      `login failed, ${name}: ${text}`,
      `${name} = ${quoted(text)} refused`,
      `user=jo&${name}=${encodeURIComponent(text)}&after=1`,
      `user[${name}]=${encodeURIComponent(text)}&after=1`,
      `Invalid URL: ${HOST}${namedTarget(random, text)}`,
      `connect ECONNREFUSED postgres://app:${encodeURIComponent(text)}@db.example:5432/shop`,
      `Authorization: Bearer ${text}`,
      `authorization: Digest username="jo", response="${text.replaceAll('"', '')}"`,
      `Cookie: theme=dark; ${name}=${text}; other=${text}`,
      `Set-Cookie: ${name}=${text}; Path=/`,
      `{ headers: { cookie: ${quoted(`a=${text}; b=${text}`)}, host: 'h' } }`,
      `[ 'Authorization', ${quoted(`Bearer ${text}`)}, 'Host', 'h' ]`,
      `Command failed: tool --${name.toLowerCase()} ${quoted(text)} --verbose`,
    ]),
  );
}

/** Quotes a text like util.inspect, with the quotes that need no escaping. */
function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

function inValue(random: Random, secret: Secret, isNamed: boolean): Carrier {
  if (isNamed) return { kind: 'value', key: keyInQuery(random, secretName(random)), text: secret.text };
  const text = random.pick([secret.text, `paid with ${secret.text}`, encodeURIComponent(secret.text)]);
  return { kind: 'value', key: random.pick(['note', 'comment', 'q', 'user[name]']), text };
}
