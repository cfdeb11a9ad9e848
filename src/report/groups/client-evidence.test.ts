import { expect, test } from 'vitest';
import type { ClientClass } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { clientEvidence } from './client-evidence.ts';

const request = (path: string, status: number, second = 0, method = 'GET') => ({
  time: (second * 1e6) as Micros,
  method,
  url: `https://shop.example${path}`,
  status,
  client: 'browser' as ClientClass,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
});

test('counts nothing without requests', () => {
  expect(clientEvidence([])).toEqual({
    requests: 0,
    paths: 0,
    probes: 0,
    missing: 0,
    failed: 0,
    answered: 0,
    span: 0,
    impostorOf: null,
    namesScanner: false,
    isJudgedByOthers: false,
  });
});

test('a crawler that is not verified is an impostor, one that is verified or asks for a probe is not', () => {
  const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const of = (client: ClientClass, path: string) =>
    clientEvidence([{ ...request(path, 404), client, userAgent }]);
  expect(of('unknown', '/cart')).toMatchObject({ impostorOf: 'Google' });
  expect(of('bot', '/cart')).toMatchObject({ impostorOf: null });
  expect(of('unknown', '/wp-login.php')).toMatchObject({ impostorOf: null });
});

test('the reason for a class can be the user agent, or requests that are gone', () => {
  const scanner = { ...request('/', 200), client: 'scanner' as const };
  expect(clientEvidence([scanner])).toMatchObject({ isJudgedByOthers: true, namesScanner: false });
  expect(clientEvidence([{ ...scanner, userAgent: 'sqlmap/1.8' }])).toMatchObject({
    isJudgedByOthers: false,
    namesScanner: true,
  });
  expect(clientEvidence([scanner, request('/.env', 404)])).toMatchObject({ isJudgedByOthers: false });
});

test('counts distinct paths, in whatever order the requests are', () => {
  const requests = [
    request('/.env', 404, 240),
    request('/.env?x=1', 404, 100),
    request('/.git/config', 403, 0),
    request('/cart#top', 200, 60),
    request('', 302, 61),
  ];
  const expected = { requests: 5, paths: 4, probes: 2, failed: 3, answered: 2, span: 240e6 };
  expect(clientEvidence(requests)).toMatchObject(expected);
  expect(clientEvidence(requests.toReversed())).toEqual(clientEvidence(requests));
});

test('software that the site has is not a probe, secret files always are', () => {
  expect(clientEvidence([request('/wp-admin/setup-config.php', 200)])).toMatchObject({ probes: 0 });
  expect(clientEvidence([request('/wp-admin/setup-config.php', 404)])).toMatchObject({ probes: 1 });
  expect(clientEvidence([request('/wp-admin/setup-config.php', 500)])).toMatchObject({ probes: 0 });
  expect(clientEvidence([request('/.env', 200)])).toMatchObject({ probes: 1, answered: 1 });
  expect(clientEvidence([request('/?x=<script>alert(1)</script>', 200)])).toMatchObject({ probes: 1 });
});

test('missing paths are counted without files of pages and records of an API', () => {
  const requests = ['/app.js', '/logo.png', '/users/1', '/users/2', '/login'].map((path) =>
    request(path, 404),
  );
  expect(clientEvidence(requests)).toMatchObject({ missing: 2, paths: 5, failed: 5 });
  expect(clientEvidence([request('/login', 500)])).toMatchObject({ missing: 0, failed: 1 });
});

test('an aborted request did not succeed', () => {
  expect(clientEvidence([request('/', 101), request('/', 499)])).toMatchObject({ answered: 0, failed: 1 });
});
