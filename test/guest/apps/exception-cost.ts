import { toException } from '../../../src/record/exception.ts';

/**
 * Measures what reading an exception costs, in a process of its own: the test runner rewrites imports, which makes each call
 * slower. Prints the median in microseconds for each kind of exception, as one line of JSON.
 */
const RUNS = 400;

const texts = (count: number, length: number) => Array.from({ length: count }, () => 't'.repeat(length));
const rows = () =>
  Array.from({ length: 30 }, () => ({ a: 1, b: 'two', c: [1, 2, 3], d: { e: texts(5, 200) } }));
const fields = () => Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field${i}`, `value ${i}`]));

/** Called deep inside of a library, as most errors are created. */
function deep(depth: number): Error {
  return depth > 0 ? deep(depth - 1) : new Error('m'.repeat(20_000));
}

const KINDS: Readonly<Record<string, () => unknown>> = {
  'plain error': () => new Error('failed'),
  'error with fields': () =>
    Object.assign(new Error('failed'), { code: 'E_FAIL', status: 400, details: { field: 'name', max: 3 } }),
  'many fields': () => Object.assign(new Error('failed'), fields()),
  'large fields': () =>
    Object.assign(new Error('failed'), { list: rows(), again: rows(), text: texts(500, 5000) }),
  'many errors': () =>
    new AggregateError(
      Array.from({ length: 50 }, () => Object.assign(deep(30), { rows: rows(), cause: deep(30) })),
      'all failed',
    ),
};

function median(create: () => unknown, read: (thrown: unknown) => unknown): number {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const thrown = create();
    const start = performance.now();
    read(thrown);
    times.push((performance.now() - start) * 1000);
  }
  return Math.round(times.sort((a, b) => a - b)[RUNS / 2] ?? 0);
}

const costs = Object.entries(KINDS).map(([kind, create]) => [kind, median(create, toException)]);
const large = Object.assign(new Error('failed'), {
  body: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i])),
});
const start = performance.now();
toException(large);
const once = (performance.now() - start) * 1000;
toException(large);
const twice = (performance.now() - start) * 1000 - once;
console.log(
  JSON.stringify({
    'stack alone': median(
      () => new Error('failed'),
      (thrown) => (thrown as Error).stack,
    ),
    ...Object.fromEntries(costs),
    '10,000 keys': Math.round(once),
    '10,000 keys again': Math.round(twice),
  }),
);
