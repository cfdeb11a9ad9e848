import { type Chance, createChance } from '../traffic.ts';
import { WORDS } from '../traffic-world.ts';
import { type Kind, readKinds, type Sample } from './kinds.ts';

/** The rules were written with the first half; the other one only measures them. */
export type Half = 'first' | 'held-out';

const START = Date.UTC(2026, 10, 14) * 1000;
const SECOND = 1e6;
const DAY = 86_400;
const CLIENTS_PER_KIND = 6;
/** What sites answer to paths that they do not have: one that has a page for everything, one behind a login, and so on. */
const ANSWERS = [404, 404, 404, 404, 404, 404, 403, 200, 302, 400, 401, 500] as const;

/** All requests of a half of the first corpus, by time. The same on every run. */
export function firstCorpus(half: Half): Sample[] {
  const chance = createChance(half === 'first' ? 11 : 12);
  const kinds = readKinds('first');
  const ordinary = kinds.filter(({ isScanner }) => !isScanner);
  const samples = ordinary.flatMap((kind) => visits(kind, half, chance));
  const sites = ordinary.map((kind) => ({ host: hostOf(kind, half), family: kind.family }));
  for (const kind of kinds.filter(({ isScanner }) => isScanner)) {
    const targets = sites.filter(
      (site) => !isOrdinaryOn(kind, site) && (!kind.needsMissing || isMissingOn(site)),
    );
    samples.push(...scans(kind, half, targets, chance));
  }
  samples.push(
    ...neighbours(
      samples.filter(({ isProbe }) => isProbe),
      half,
      chance,
    ),
  );
  return samples.sort((a, b) => a.time - b.time);
}

type Site = { readonly host: string; readonly family: Kind['family'] };

function isOrdinaryOn({ notOn }: Kind, { family }: Site): boolean {
  return family !== undefined && (notOn === family || notOn === 'cms');
}

function isMissingOn(site: Site): boolean {
  return answerOf(site) === 404 || answerOf(site) === 403;
}

function answerOf({ host, family }: Site): number {
  return family ? 404 : (ANSWERS[hash(host) % ANSWERS.length] ?? 404);
}

function hostOf({ name }: Kind, half: Half): string {
  return `${name.replaceAll(/[^a-z]+/g, '-')}.${half}.example`;
}

/** Each line of the lists belongs to one half, by its hash. */
function linesOf(lines: readonly string[], half: Half): string[] {
  return lines.filter((line) => (hash(line) % 2 === 0 ? 'first' : 'held-out') === half);
}

function visits(kind: Kind, half: Half, chance: Chance): Sample[] {
  const lines = linesOf(kind.lines, half);
  return Array.from({ length: CLIENTS_PER_KIND }, () => {
    const ip = kind.ip ?? address(chance);
    const userAgent = chance.pick(kind.agents);
    let time = START + chance.below(DAY) * SECOND;
    return Array.from({ length: kind.picks ?? 12 }, () => {
      const parts = fill(chance.pick(lines), chance).split(' ');
      const status = Number(parts.pop());
      const [path = '', method = 'GET'] = parts.reverse();
      time += Math.floor(chance.next() * (kind.gap ?? 8) * SECOND);
      const url = `https://${hostOf(kind, half)}${path}`;
      return { time, ip, method, url, status, userAgent, kind: kind.name, isProbe: false };
    });
  }).flat();
}

function fill(line: string, chance: Chance): string {
  return line.replaceAll(/\{([nwh])\}/g, (_, what: string) => {
    if (what === 'n') return String(1 + chance.below(9999));
    if (what === 'w') return `${chance.pick(WORDS)}-${chance.pick(WORDS)}`;
    return (0x10000000 + chance.below(0x6fffffff)).toString(16);
  });
}

function scans(kind: Kind, half: Half, targets: readonly Site[], chance: Chance): Sample[] {
  const requests = linesOf(kind.lines, half);
  const oneEach = kind.speed === 'one each';
  const clients = oneEach ? requests.map((request) => [request]) : Array<string[]>(4).fill(requests);
  return clients.flatMap((list, n) => {
    const site = chance.pick(targets);
    const answer = answerOf(site);
    const ip = address(chance);
    const rotates = chance.next() < 0.15;
    const agent = chance.pick(kind.agents);
    const slow = kind.speed === 'slow' || (kind.speed === undefined && n % 2 === 1);
    let time = START + chance.below(DAY) * SECOND;
    return list.map((request) => {
      const [, method = 'GET', path = ''] = /^(?:([A-Z]+)\|)?(.*)$/.exec(request) ?? [];
      time += Math.floor(chance.next() * (slow ? 8 : 0.1) * SECOND);
      const userAgent = rotates ? chance.pick(kind.agents) : agent;
      const status = method === 'CONNECT' || method.startsWith('TRA') ? 405 : answer;
      return {
        time,
        ip,
        method,
        url: `https://${site.host}${path}`,
        status,
        userAgent,
        kind: kind.name,
        isProbe: true,
      };
    });
  });
}

/** Visitors who share an address with a scanner, and visitors in a network next to one. */
function neighbours(probes: readonly Sample[], half: Half, chance: Chance): Sample[] {
  return Array.from({ length: 20 }, (_, n) => {
    const probe = chance.pick(probes);
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64; rv:1${n}.0) Gecko/20100101 Firefox/1${n}.0`;
    const ip = n % 2 === 0 ? probe.ip : `2001:db8:77:${n}::1`;
    return Array.from({ length: 8 }, (_, i) => ({
      time: probe.time + (i - 2) * 7 * SECOND,
      ip,
      method: 'GET',
      url: `https://shop.${half}.example${fill(chance.pick(['/', '/p/{w}', '/cart', '/search?q={w}']), chance)}`,
      status: 200,
      userAgent,
      kind: 'visitors near a scanner',
      isProbe: false,
    }));
  }).flat();
}

function address(chance: Chance): string {
  const n = chance.below(2 ** 24);
  if (chance.next() < 0.2)
    return `2001:db8:${(n >>> 12).toString(16)}:${(n & 0xfff).toString(16)}::${1 + chance.below(9)}`;
  return `198.${18 + (n & 1)}.${(n >>> 8) & 255}.${(n >>> 16) & 255}`;
}

function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h ^ (h >>> 15)) >>> 0;
}
