import { createClientClassifier } from '../../src/clients/classifier.ts';
import type { Micros } from '../../src/profile/time.ts';
import { type Figure, quantile } from '../figures.ts';
import { createChance } from '../traffic.ts';
import { AGENTS } from '../traffic-world.ts';

const BROWSERS = AGENTS.slice(0, 6);
const START = Date.UTC(2026, 10, 14) * 1000;
const ROUND = 10_000;
const PATHS = [
  '/',
  '/login',
  '/api/users/{n}',
  '/{n}/x',
  '/wp-login.php',
  '/blog/a-{n}?page=2',
  '/.env',
  '/a/b/c{n}',
];
const STATUSES = [404, 200, 404, 404, 404, 200, 404, 403];

/** Requests from as many addresses as there are requests, IPv4 and IPv6: CPU time of each, and memory. */
export function flood(addresses: number): Figure[] {
  const chance = createChance(5);
  const before = usedMemory();
  const clients = createClientClassifier(1);
  const times: number[] = [];
  let peak = 0;
  for (let first = 0; first < addresses; first += ROUND) {
    const requests = Array.from({ length: ROUND }, (_, i) => {
      const n = Math.imul(first + i + 1, 0x9e3779b1) >>> 0;
      const which = chance.below(PATHS.length);
      return {
        time: (START + (first + i) * 100) as Micros,
        ip:
          n % 4 === 0
            ? `2a02:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}:1::1`
            : `11.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`,
        method: 'GET',
        url: `https://shop.example${PATHS[which]?.replace('{n}', String(n))}`,
        status: STATUSES[which] ?? 404,
        userAgent: chance.pick(BROWSERS),
      };
    });
    const start = process.cpuUsage();
    for (const request of requests) clients.classify(request);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / ROUND);
    if (first % (ROUND * 10) === 0) peak = Math.max(peak, usedMemory() - before);
  }
  peak = Math.max(peak, usedMemory() - before);
  // Keeps the classifier in memory until here.
  clients.evidence('192.0.2.1');
  return [
    { name: 'CPU time an entry in a flood (median)', value: quantile(times, 0.5), unit: 'µs', max: 3 },
    { name: 'memory of the classifier in a flood', value: peak / 1e6, unit: 'MB', max: 32 },
  ];
}

function usedMemory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
