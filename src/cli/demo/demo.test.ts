import { expect, test } from 'vitest';
import { queryGroups } from '../../report/profile/query-groups.ts';
import { isNPlusOne } from '../../report/profile/query-texts.ts';
import { demoDay } from './demo-day.ts';
import { demoProfiles } from './demo-profiles.ts';

const END = 1_794_000_000_000_000;
const requests = demoDay(1, END);
const profiles = requests.flatMap((request, n) => demoProfiles(request, 2 * n));
const DOCUMENTATION = /^(192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:db8:)/;

test('a seed always has the same day, and another seed another one', () => {
  expect(demoDay(1, END)).toEqual(requests);
  expect(demoDay(2, END)).not.toEqual(requests);
});

test('a day of requests that ends now, oldest first', () => {
  const times = requests.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.every((time) => Number.isInteger(time) && time < END)).toBe(true);
  expect(times[0]).toBeLessThan(END - 23 * 3600e6);
  expect(times.at(-1)).toBeGreaterThan(END - 60e6);
  expect(requests.length).toBeGreaterThan(5000);
});

test('all addresses are reserved for documentation', () => {
  for (const { entry } of profiles) {
    if (entry.kind === 'job') expect(entry).toMatchObject({ ip: '', url: 'job:update-stock' });
    else expect(entry.ip).toMatch(DOCUMENTATION);
    expect(entry.url).toMatch(/^(https:\/\/shop\.example\/|job:)/);
  }
});

test('has what there is to find', () => {
  const has = (test: (profile: (typeof profiles)[number]) => boolean) => profiles.filter(test).length;
  expect(has(({ entry }) => entry.errorGroup.endsWith('at taxFor (src/tax.js)'))).toBeGreaterThan(10);
  expect(has(({ detail }) => detail?.exception?.cause?.name === 'TimeoutError')).toBeGreaterThan(2);
  expect(has(({ detail }) => queryGroups(detail?.spans ?? []).some(isNPlusOne))).toBeGreaterThan(100);
  expect(
    has(({ entry }) => entry.client === 'scanner' && entry.status === 404 && entry.kind === 'error'),
  ).toBeGreaterThan(100);
  expect(has(({ entry }) => entry.client === 'scanner' && entry.status === 200)).toBeGreaterThan(0);
  expect(has(({ entry }) => entry.duration > 500_000)).toBeGreaterThan(50);
  expect(new Set(profiles.map(({ entry }) => entry.release))).toEqual(new Set(['2.4.0', '2.4.1']));
});

test('the mistake starts with the release, and only for some users', () => {
  const failed = profiles.filter(({ entry }) => entry.error === 'TypeError');
  expect(new Set(failed.map(({ entry }) => entry.release))).toEqual(new Set(['2.4.1']));
  const worked = profiles.filter(({ entry }) => entry.route === '/api/pay' && entry.status === 201);
  expect(worked.some(({ entry }) => entry.release === '2.4.1')).toBe(true);
});
