import { createRedaction } from '../../src/redact/redaction.ts';

/**
 * Measures redaction in a process of its own: the test runner rewrites imports, which makes each call several times
 * slower. Prints one line of JSON per measurement.
 */
export interface Cost {
  readonly what: string;
  /** Milliseconds for 64 KB. */
  readonly once: number;
  /** The factor for 128 KB. */
  readonly growth: number;
  /** How much slower this machine is now than an idle reference machine; at shortest 1. */
  readonly slowness: number;
}

export const MAX_MS = 4;
/** `npm run faults:record -- --full` asserts the exact limits; on a busy machine only large deviations fail. */
export const TOLERANCE = process.env.HOSTILE === 'all' ? 1 : 3;
export const MAX_GROWTH = 2.5;
/** For a thousand calls, so one microsecond each. */
export const MAX_MS_WHEN_HARMLESS = 1;

const SIZE = 65_536;
const RUNS = 3;
const MAX_RUNS = 100;
/** CPU time is measured in ticks, so it needs many runs to be accurate. */
const MANY_RUNS = 30;
const CALLS = 1000;
/** Passes over 64 KB, and how long they take on an idle reference machine. */
const BASELINE_PASSES = 50;
const BASELINE_MS = 2.5;
const redaction = createRedaction();

/** Each is designed to make a scanner backtrack or look ahead again and again. */
const UNITS = [
  'eyI¦eyJ¦eyJ.¦xeyI.¦ey.¦eyJhbGciOiJIUzI1NiJ9.¦keyJson.a.¦ghp_¦gh¦github_pat_¦a.¦e.¦-----BEGIN ¦-----BEGIN¦-----END ¦-',
  '--token ¦=¦&¦=&¦a=¦a=b&¦token=¦token= ¦token=a,¦token=a;b¦token="¦token=\\"¦token:[¦token={¦"token":¦"token":"x",¦sId=',
  '%¦%zz¦%zz ¦%zz=¦%25¦%2525¦%41¦%3A%2F%2F¦a%41 ¦token%3D¦a=%41&¦\\u003d¦4¦0¦1 ¦411 ¦4111-¦411x¦3782 822463 10005 ¦4111+',
  '@¦@@ ¦//@¦//a:¦//a:b¦//a:b@¦a://b:c/¦a[¦a[b]¦a[b]=¦[[¦{¦\\¦\\\\"¦"¦\'authorization\',¦cookie:¦"cookie: x\n¦\\"cookie: x\n',
  'authorization: x y, ¦Authorization: Digest a="b", ¦bearer ¦é¦;¦"cookie: a" ¦a:b" ¦[a](b) ¦<a b="c">¦a\n¦x y, ',
  "token: A {¦token: A <[¦token: A(¦token: <b ¦token: [A] {¦token: Error: \n¦token: |\n¦token:\n ¦token:\n 'a' + ¦\"token\", ¦'token', '",
  '{name:"token",value:¦value:"a",name:"token"¦value:"¦key: "token",¦<token>¦<token>a</¦x:token>¦<Buffer ¦Uint8Array(1) [¦params: [¦args:[',
  'form-data; name="token"\n¦\\r\\n¦\\r\\ntoken: ¦;token=a b ¦mysql -p¦-u a:¦a:b@tcp(¦thin:¦ login a password ¦AUTH ¦Key (a)=(¦row contains (',
  "select 'a' from ¦insert into ¦'select ¦select \\'¦update a ¦with a as ¦call a¦grant a ¦copy a (¦select $a$¦select /*¦from select #¦Duplicate entry '",
  'code=¦state:¦code=a state=¦token|¦token is ¦/reset/¦/reset/a1b2c3d4/¦/share/a¦│ token │\n¦| token |\n¦|-\n¦a,token\n¦\u001b[¦\u001b[1m¦(token): ¦[token]: ¦Symbol(token)',
  "['token', 'email'], ¦'token', 'email', ¦['token', ¦args:[1,2] ¦values: [ ¦select b from c; ¦select b from c 1 ms\n    at ¦insert into a; 1",
].flatMap((line) => line.split('¦'));
/** `HOSTILE=all` tests all units with all inputs. */
const FEW = ['eyI', '-----BEGIN ', '=', '&', '%25', '%zz', '4', '411 ', '@', 'token=a,', 'a=b&'];
/** Two parts that a careless scanner reads once for each other. */
const PAIRS = [
  ['//a:', '1', 'x', '"'],
  ['token="', '\\', '', '"'],
  ['a', '[b]', '', 'c='],
  ['//a:b"', 'c', '', '//d:e" '],
  ['-----BEGIN', ' ', '', '-----END'],
  ['', 'eyI', '.', 'a.'],
  ['', 'token: A {', '', '}'],
  ['', '/reset/', '', 'a1'],
  ["select '", "\\'", '', "'"],
  ['', "'select ", '', '\\'],
  ['', '<token>', 'a', '<'],
  ['', 'token: Error: a\n', '', '    at a\n'],
  ['', '"token", "', 'a', '\\"'],
  ['', 'form-data; name="token"', '\r\n\r\n', 'a\r\n'],
] as const;
const THOROUGH = 'text after a secret';
const KINDS = {
  text: (text: string) => redaction.text(text),
  // With a secret in the text, the fast check fails and everything is scanned.
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

/** Durations of repeated runs: the shortest wall-clock time, and the total CPU time. */
class Timing {
  shortest = Infinity;
  cpu = 0;

  run(work: () => unknown): void {
    const { user, system } = process.threadCpuUsage();
    const start = performance.now();
    work();
    this.shortest = Math.min(this.shortest, performance.now() - start);
    const after = process.threadCpuUsage();
    this.cpu += after.user + after.system - user - system;
  }
}

/** Repeats a text into one flat string instead of a rope. */
function repeatText(unit: string, size: number): string {
  return Buffer.from(unit.repeat(Math.ceil(size / unit.length)).slice(0, size)).toString();
}

const plain = repeatText('x', SIZE);
/** A simple workload of similar duration, to measure how busy the machine is. */
function runBaseline(): number {
  let found = 0;
  for (let pass = 0; pass < BASELINE_PASSES; pass++) {
    for (let at = 0; at < plain.length; at++) if (plain.charCodeAt(at) === 61) found++;
  }
  return found;
}

function pairText([start, left, between, right]: (typeof PAIRS)[number], size: number): string {
  return start + repeatText(left, size / 2) + between + repeatText(right, size / 2);
}

/** Repeats until the limits hold, up to a maximum: other load on the machine can only make it slower. */
function measure(what: string, once: () => unknown, twice: () => unknown, maxMs: number): Cost {
  const [baseline, first, second] = [new Timing(), new Timing(), new Timing()];
  let cost: Cost = { what, once: Infinity, growth: Infinity, slowness: 1 };
  for (let run = 0; run < MAX_RUNS; run++) {
    baseline.run(runBaseline);
    first.run(once);
    second.run(twice);
    cost = {
      what,
      once: first.shortest,
      growth: Math.min(second.shortest / first.shortest, run < MANY_RUNS ? Infinity : second.cpu / first.cpu),
      slowness: Math.max(1, baseline.shortest / BASELINE_MS),
    };
    if (run >= RUNS && cost.once <= maxMs * cost.slowness * TOLERANCE && cost.growth <= MAX_GROWTH) break;
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
