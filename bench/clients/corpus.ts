import { type Chance, createChance } from '../traffic.ts';
import { type Kind, readKinds, type Sample } from './kinds.ts';

const SEEDS = { second: 7_000, third: 21_000, fourth: 43_000 } as const;

/** A request, and the client that made it: one program or person, whatever its address. */
export interface ClientSample extends Sample {
  readonly client: string;
}

const START = Date.UTC(2026, 4, 11, 8) * 1000;
/** Clients begin at any time within three hours, in seconds. */
const PERIOD = 3 * 3600;

/** All requests of a corpus, by time. The same on every run. */
export function corpus(name: keyof typeof SEEDS): ClientSample[] {
  const firsts = new Map<string, First>();
  return readKinds(name)
    .flatMap((kind, n) => requestsOf(kind, createChance(SEEDS[name] + n), firsts))
    .sort((a, b) => a.time - b.time);
}

/** The address and the start, in seconds, of the first client of a kind. */
interface First {
  readonly ip: string;
  readonly start: number;
}

function requestsOf(kind: Kind, chance: Chance, firsts: Map<string, First>): ClientSample[] {
  const { agents, lines, clients = 2, pace = 1, answer = kind.isScanner ? 404 : 200 } = kind;
  const samples: ClientSample[] = [];
  const shared = address(chance);
  const meeting = chance.next() * PERIOD;
  for (let n = 0; n < clients; n++) {
    const host = kind.on[n % kind.on.length] as string;
    const agent = clients > agents.length ? chance.pick(agents) : agentOf(kind, n, chance);
    const scanner = kind.behind === undefined ? undefined : firsts.get(kind.behind);
    const ip = scanner?.ip ?? addressOf(kind, n, shared, chance);
    let time = chance.next() * (kind.from === 'shared' ? 60 : PERIOD);
    if (kind.from === 'shared') time += meeting;
    if (scanner) time = scanner.start - 20;
    if (n === 0) firsts.set(kind.name, { ip, start: time });
    const count = kind.picks ?? lines.length;
    for (let i = 0; i < count; i++) {
      const line = kind.picks ? chance.pick(lines) : (lines[i] as string);
      const [method = '', path = '', status = answer] = line.split(' ');
      time += -Math.log(1 - chance.next()) * pace;
      samples.push({
        time: START + Math.round(time * 1e6),
        ip: kind.from === 'spread' ? address(chance) : kind.from === 'hops' ? hop(ip, chance) : ip,
        method,
        url: `${/:\d|internal$/.test(host) ? 'http' : 'https'}://${host}${fill(path, chance)}`,
        status: Number(status),
        userAgent: kind.rotates ? chance.pick(agents) : agent,
        kind: kind.name,
        isProbe: kind.isScanner,
        client: `${kind.name} ${n}`,
      });
    }
  }
  return samples;
}

function agentOf({ agents, isScanner }: Kind, n: number, chance: Chance): string {
  return (isScanner && agents.length > 6 ? chance.pick(agents) : agents[n % agents.length]) as string;
}

function addressOf({ from }: Kind, n: number, shared: string, chance: Chance): string {
  if (from === 'shared') return shared;
  if (from === 'loopback') return n % 2 ? '::1' : '127.0.0.1';
  if (from === 'private') return `10.0.${chance.below(4)}.${2 + chance.below(250)}`;
  if (from === 'hops') return `2001:db8:${chance.below(65536).toString(16)}:7`;
  return address(chance);
}

function address(chance: Chance): string {
  if (chance.next() < 0.15)
    return hop(`2a02:${chance.below(65536).toString(16)}:${chance.below(65536).toString(16)}:1`, chance);
  return [[5, 31, 46, 62, 77, 85, 91, 109, 141, 176, 185, 194, 203, 212], 256, 256, 254]
    .map((part) =>
      typeof part === 'number' ? chance.below(part) + (part === 254 ? 1 : 0) : chance.pick(part),
    )
    .join('.');
}

function hop(network: string, chance: Chance): string {
  return `${network}:${[1, 2, 3, 4].map(() => (1 + chance.below(65535)).toString(16)).join(':')}`;
}

const WORDS =
  `amber anchor apple arrow autumn basket beacon birch bridge candle canyon carbon castle cedar chapter
  cinema circle clover copper coral cotton dawn delta desert dolphin ember engine falcon feather fern field forest
  garden glacier granite harbor hazel horizon island ivory jasmine juniper kettle lantern lemon linen lotus magnet maple
  marble meadow mirror mosaic nectar north oasis olive orchard otter paper pearl pepper pine planet plum prairie quartz
  rabbit raven ribbon river saffron sailor sierra silver sparrow spring summit sunset tango thistle timber tulip
  valley velvet violet walnut willow winter yellow zephyr`.split(/\s+/);

function fill(path: string, chance: Chance): string {
  const hex = (length: number) => Array.from({ length }, () => chance.below(16).toString(16)).join('');
  const values: Readonly<Record<string, () => string>> = {
    word: () => chance.pick(WORDS),
    slug: () => [1, 2, 3].map(() => chance.pick(WORDS)).join('-'),
    n: () => String(1 + chance.below(9_999)),
    digit: () => String(1 + chance.below(9)),
    hex: () => hex(16),
    uuid: () => [8, 4, 4, 4, 12].map(hex).join('-'),
    year: () => String(2011 + chance.below(14)),
    month: () => String(1 + chance.below(12)).padStart(2, '0'),
  };
  return path.replace(/\{(\w+)\}/g, (text, name: string) => values[name]?.() ?? text);
}
