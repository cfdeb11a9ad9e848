import type { Entry } from '../../profile/entry.ts';
import { type Sample, sampleProfile, T0 } from './sample-profile.ts';

const SECOND = 1e6;

/** Paths that fold, that nearly do, and that engines may cut or decode in different ways. */
const PATHS = [
  '',
  '/',
  '/?id=17',
  '#/17',
  '/users/17',
  '/users/17/orders/18?a=/19',
  '/1/2/3',
  '/v1/users/2fa',
  '/a%20b/%E4%B8%AD/%20',
  '/photo-1024.jpg',
  '/IMG_0042.jpg',
  '/app.3f2a9c1b.js',
  '/deadbee/deadbeef/DEADBEEF0',
  '/x/550e8400-e29b-41d4-a716-446655440000/y',
  '/c/cus_9s6XKzkNRiz8i3',
  `/${'slug-'.repeat(7)}`,
  `/${'a/'.repeat(200)}9`,
  `/${'é'.repeat(126)}/17`,
  `/${'é'.repeat(124)}/17/`,
  `/${'😀'.repeat(126)}/17`,
  '/é17/17é/17',
  '/$1\\1\\0$&*',
  "/'; --",
  '/new\nline/17\n17',
];
export const ADDRESSES = [
  '',
  'unknown',
  'u'.repeat(100),
  '=x',
  '1.2.3.4',
  '1.2.3.5',
  '::',
  '::1',
  '::ffff:0:1:2',
  '0:0:0:1::',
  '2001:db8::1',
  '2001:db8::ffff:ffff:ffff:ffff',
  '2001:db8:0:1::1',
];

const ERRORS = [
  '',
  'TypeError: x at f (src/pay.ts)',
  'É ✓ 😀',
  "'; --",
  '(other)',
  'a\nb',
  'typeerror: X at f (src/pay.ts)',
];

export const ENTRIES: readonly Entry[] = Array.from({ length: 240 }, (_, seq) => {
  const path = PATHS[seq % PATHS.length] ?? '';
  return sampleProfile({
    seq,
    time: T0 - Math.floor((seq * seq) / 7) * SECOND,
    status: [200, 204, 301, 404, 499, 500, 503][seq % 7] ?? 200,
    ip: ADDRESSES[(seq * 5) % ADDRESSES.length] ?? '',
    method: seq % 9 ? 'GET' : 'PUT',
    url: `https://shop.example${path}`,
    route: seq % 4 ? '' : ['/', '/users/*', '/users/:id', 'é'][(seq / 4) % 4],
    kind: (['main', 'main', 'main', 'error', 'main', 'sub', 'job'] as const)[seq % 11] ?? 'main',
    client: (['browser', 'scanner', 'bot', 'monitor'] as const)[seq % 4] ?? 'unknown',
    duration: Math.floor(1.17 ** seq) % 2 ** 40,
    user: seq % 3 ? ['ana', 'Ana', 'a\nb', "'; --", 'é', '=x'][seq % 6] : '',
    error: seq % 3 ? '' : (['TypeError', 'Aborted', 'Error'][(seq / 3) % 3] ?? ''),
    errorGroup: seq % 6 ? '' : (ERRORS[(seq / 6) % ERRORS.length] ?? ''),
    queries: seq % 3,
    queryTime: (seq % 3) * 700,
  } as Sample);
}).map(({ entry }) => entry);
