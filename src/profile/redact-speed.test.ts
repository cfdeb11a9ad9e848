import { beforeEach, describe, expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const redaction = createRedaction();
const SIZE = 65_536;
const MOST_MS = 5;
const MOST_US = 1;
/** What looking at each character of 64 KB once takes on a machine that has nothing else to do. */
const ONE_LOOK_MS = 0.12;

/** Each was written to make some reader of secrets go back, or look ahead, over and over. */
const HOSTILE = [
  ...[
    'eyI',
    'eyJ',
    'eyJ.',
    'xeyI.',
    'ey.',
    'eyJhbGciOiJIUzI1NiJ9.',
    'keyJson.a.',
    'ghp_',
    'gh',
    'github_pat_',
  ],
  ...[
    '-----BEGIN ',
    '-----BEGIN',
    '-----END ',
    '-',
    '--token ',
    '=',
    '&',
    '=&',
    'a=',
    'a=b&',
    'token=',
    'token= ',
  ],
  ...[
    'token=a,',
    'token=a;b',
    'token="',
    'token=\\"',
    'token:[',
    'token={',
    '"token":',
    '"token":"x",',
    'sId=',
  ],
  ...[
    '%',
    '%zz',
    '%zz ',
    '%zz=',
    '%25',
    '%2525',
    '%41',
    '%3A%2F%2F',
    'a%41 ',
    'token%3D',
    'a=%41&',
    '\\u003d',
  ],
  ...[
    '4',
    '0',
    '1 ',
    '411 ',
    '4111-',
    '411x',
    '3782 822463 10005 ',
    '4111+',
    '@',
    '@@ ',
    '//@',
    '//a:',
    '//a:b',
  ],
  ...[
    '//a:b@',
    'a://b:c/',
    'a[',
    'a[b]',
    'a[b]=',
    '[[',
    '{',
    '\\',
    '\\\\"',
    '"',
    "'authorization',",
    'cookie:',
  ],
  ...[
    '"cookie: x\n',
    '\\"cookie: x\n',
    'authorization: x y, ',
    'Authorization: Digest a="b", ',
    'bearer ',
    'é',
    ';',
  ],
];
const KINDS = {
  text: (text: string) => redaction.text(text),
  query: (text: string) => redaction.url(`https://h/?v=${text}`),
  path: (text: string) => redaction.url(`https://h/${text}`),
  header: (text: string) => redaction.header('user-agent', text),
  cookie: (text: string) => redaction.header('cookie', text),
  value: (text: string) => redaction.value('note', text),
};

function medianMs(work: () => unknown, runs = 7): number {
  for (let run = 0; run < 3; run++) work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

/** One string, not a rope of many. */
function repeated(unit: string, size: number): string {
  return Buffer.from(unit.repeat(Math.ceil(size / unit.length)).slice(0, size)).toString();
}

const plain = repeated('x', SIZE);
function look(): number {
  let found = 0;
  for (let at = 0; at < plain.length; at++) if (plain.charCodeAt(at) === 61) found++;
  return found;
}
/** A machine that is busy, or slow, is given as much more time. */
let slowness = 1;
beforeEach(() => {
  slowness = Math.max(1, medianMs(look, 15) / ONE_LOOK_MS);
});

describe.each(Object.entries(KINDS))('hostile text as %s', (_, redact) => {
  test.each(HOSTILE)('of %j costs little, and twice as much of it twice as much', { retry: 5 }, (unit) => {
    const [once, twice] = [repeated(unit, SIZE), repeated(unit, 2 * SIZE)];
    const first = medianMs(() => redact(once));
    expect(first).toBeLessThan(MOST_MS * slowness);
    expect(medianMs(() => redact(twice))).toBeLessThan(2.5 * first + slowness);
  });
});

test.each([
  ['a plain URL', () => redaction.url('https://shop.example/products/shoes/12345')],
  ['a URL with a port', () => redaction.url('http://127.0.0.1:3000/api/index.php/v1/config/application')],
  ['a URL with a query', () => redaction.url('https://shop.example/products?page=2&sort=price&q=red')],
  [
    'a user agent',
    () => redaction.header('User-Agent', 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/130.0'),
  ],
  ['an Accept header', () => redaction.header('accept', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')],
])('%s without anything suspicious takes far less than a microsecond', { retry: 5 }, (_, redact) => {
  const calls = 5000;
  const ms = medianMs(() => {
    for (let call = 0; call < calls; call++) redact();
  }, 9);
  expect((ms * 1000) / calls).toBeLessThan(MOST_US * slowness);
});
