import { createRedaction } from '../../src/redact/redaction.ts';

/**
 * Run on its own, as an app would run it: a test runner rewrites imports, and each call would cost several times as
 * much. Prints one line a measurement.
 */
export interface Cost {
  readonly what: string;
  /** Milliseconds for 64 KB. */
  readonly once: number;
  /** How many times as much for 128 KB. */
  readonly growth: number;
  /** How much slower, or busier, this machine is than one that has nothing else to do; at least 1. */
  readonly slowness: number;
}

export const MAX_MS = 5;
export const MAX_GROWTH = 2.5;
/** For a thousand calls: a microsecond each. */
export const MAX_MS_WHEN_HARMLESS = 1;

const SIZE = 65_536;
const RUNS = 6;
const MAX_RUNS = 100;
/** The processor's time is told in ticks: of few runs it says nothing. */
const MANY_RUNS = 30;
const CALLS = 1000;
/** So many looks at each character of 64 KB, and what they took here at rest. */
const BASELINE_PASSES = 50;
const BASELINE_MS = 2.5;
const redaction = createRedaction();

/** Each was written to make some reader of secrets go back, or look ahead, over and over. */
const UNITS = [
  'eyI¦eyJ¦eyJ.¦xeyI.¦ey.¦eyJhbGciOiJIUzI1NiJ9.¦keyJson.a.¦ghp_¦gh¦github_pat_¦a.¦e.¦-----BEGIN ¦-----BEGIN¦-----END ¦-',
  '--token ¦=¦&¦=&¦a=¦a=b&¦token=¦token= ¦token=a,¦token=a;b¦token="¦token=\\"¦token:[¦token={¦"token":¦"token":"x",¦sId=',
  '%¦%zz¦%zz ¦%zz=¦%25¦%2525¦%41¦%3A%2F%2F¦a%41 ¦token%3D¦a=%41&¦\\u003d¦4¦0¦1 ¦411 ¦4111-¦411x¦3782 822463 10005 ¦4111+',
  '@¦@@ ¦//@¦//a:¦//a:b¦//a:b@¦a://b:c/¦a[¦a[b]¦a[b]=¦[[¦{¦\\¦\\\\"¦"¦\'authorization\',¦cookie:¦"cookie: x\n¦\\"cookie: x\n',
  'authorization: x y, ¦Authorization: Digest a="b", ¦bearer ¦é¦;¦"cookie: a" ¦a:b" ¦[a](b) ¦<a b="c">¦a\n¦x y, ',
].flatMap((line) => line.split('¦'));
/** `HOSTILE=all` takes all of them everywhere. */
const FEW = ['eyI', '-----BEGIN ', '=', '&', '%25', '%zz', '4', '411 ', '@', 'token=a,', 'a=b&'];
/** Two parts that a careless reader goes through once for each other. */
const PAIRS = [
  ['//a:', '1', 'x', '"'],
  ['token="', '\\', '', '"'],
  ['a', '[b]', '', 'c='],
  ['//a:b"', 'c', '', '//d:e" '],
  ['-----BEGIN', ' ', '', '-----END'],
  ['', 'eyI', '.', 'a.'],
] as const;
const THOROUGH = 'text behind a secret';
const KINDS = {
  text: (text: string) => redaction.text(text),
  // Behind a secret nothing is passed over at a glance any more.
  [THOROUGH]: (text: string) => redaction.text(`token=x ${text}`),
  query: (text: string) => redaction.url(`https://h/?v=${text}`),
  path: (text: string) => redaction.url(`https://h/${text}`),
  header: (text: string) => redaction.header('user-agent', text),
  cookie: (text: string) => redaction.header('cookie', text),
  value: (text: string) => redaction.value('note', text),
};
const HARMLESS = {
  'a plain URL': () => redaction.url('https://shop.example/products/shoes/12345'),
  'a URL with a port': () => redaction.url('http://127.0.0.1:3000/api/index.php/v1/config/application'),
  'a URL with a query': () => redaction.url('https://shop.example/products?page=2&sort=price&q=red'),
  'a user agent': () =>
    redaction.header('User-Agent', 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/130.0'),
  'an Accept header': () => redaction.header('accept', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'),
};

/** What some runs of one work took: the least by the clock, and all together by the processor. */
class Timing {
  least = Infinity;
  spent = 0;

  run(work: () => unknown): void {
    const { user, system } = process.threadCpuUsage();
    const start = performance.now();
    work();
    this.least = Math.min(this.least, performance.now() - start);
    const after = process.threadCpuUsage();
    this.spent += after.user + after.system - user - system;
  }
}

/** One string, not a rope of many. */
function repeatText(unit: string, size: number): string {
  return Buffer.from(unit.repeat(Math.ceil(size / unit.length)).slice(0, size)).toString();
}

const plain = repeatText('x', SIZE);
/** Plain work that takes about as long as what is measured, to tell how busy the machine is meanwhile. */
function runBaseline(): number {
  let found = 0;
  for (let look = 0; look < BASELINE_PASSES; look++) {
    for (let at = 0; at < plain.length; at++) if (plain.charCodeAt(at) === 61) found++;
  }
  return found;
}

function pairText([start, left, between, right]: (typeof PAIRS)[number], size: number): string {
  return start + repeatText(left, size / 2) + between + repeatText(right, size / 2);
}

/** Run until it is seen to hold, or for long: what else a machine does can only add to it, and more to the longer. */
function measure(what: string, once: () => unknown, twice: () => unknown, most: number): Cost {
  const [looked, first, second] = [new Timing(), new Timing(), new Timing()];
  let cost: Cost = { what, once: Infinity, growth: Infinity, slowness: 1 };
  for (let run = 0; run < MAX_RUNS; run++) {
    looked.run(runBaseline);
    first.run(once);
    second.run(twice);
    cost = {
      what,
      once: first.least,
      growth: Math.min(second.least / first.least, run < MANY_RUNS ? Infinity : second.spent / first.spent),
      slowness: Math.max(1, looked.least / BASELINE_MS),
    };
    if (run >= RUNS && cost.once <= most * cost.slowness && cost.growth <= MAX_GROWTH) break;
  }
  return cost;
}

function repeat(work: () => unknown, calls: number): () => void {
  return () => {
    for (let call = 0; call < calls; call++) work();
  };
}

function* costs(): Generator<Cost> {
  for (let run = 0; run < 5; run++) runBaseline();
  for (const [what, work] of Object.entries(HARMLESS)) {
    repeat(work, 20 * CALLS)();
    yield measure(what, repeat(work, CALLS), repeat(work, 2 * CALLS), MAX_MS_WHEN_HARMLESS);
  }
  for (const [kind, redact] of Object.entries(KINDS)) {
    for (const unit of kind === THOROUGH || process.env.HOSTILE === 'all' ? UNITS : FEW) {
      const [once, twice] = [repeatText(unit, SIZE), repeatText(unit, 2 * SIZE)];
      const what = `${JSON.stringify(unit)} as ${kind}`;
      yield measure(
        what,
        () => redact(once),
        () => redact(twice),
        MAX_MS,
      );
    }
  }
  for (const pair of PAIRS) {
    const [once, twice] = [pairText(pair, SIZE), pairText(pair, 2 * SIZE)];
    const what = JSON.stringify(pair.join('…'));
    yield measure(
      what,
      () => redaction.text(once),
      () => redaction.text(twice),
      MAX_MS,
    );
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const cost of costs()) console.log(JSON.stringify(cost));
}
