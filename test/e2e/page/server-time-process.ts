// Runs in its own process: measures the built page and the store alternately, and prints the medians as JSON.
import { quantile, timed } from '../../../bench/figures.ts';
import type { Micros } from '../../../src/profile/time.ts';
import { parseForm } from '../../../src/search/form.ts';
import type { ServerTimes } from './server-time.ts';

const [path = ''] = process.argv.slice(2);
const ROUNDS = Number(process.argv[3] ?? 50);
const WARM_UP = 6 * ROUNDS;
const QUERIES = [
  '',
  'limit=50',
  'limit=100',
  'q=status:4xx&limit=50',
  'q=status:5xx+kind:main+since:2026-11-01',
  'q=host:shop.example+method:POST&limit=50',
  'q=.env&limit=50',
  'q=ip:10.0.0.7',
];
const built = (file: string): Promise<unknown> =>
  import(new URL(`../../../dist/${file}`, import.meta.url).href);
const { createApp } = (await built('app.js')) as typeof import('../../../src/serve/app.tsx');
const { openStore } = (await built('store.js')) as typeof import('../../../src/store.ts');

const store = await openStore(`sqlite:${path}`, { create: false });
const app = createApp({ base: '/_profiler', store: async () => store });
const all: ServerTimes[] = [];

/** Milliseconds until the rows are sent, and until the response ends. */
async function timePage(query: string): Promise<{ rows: number; whole: number }> {
  const request = new Request(`http://127.0.0.1/_profiler?${query}`, {
    headers: { 'Accept-Encoding': 'gzip' },
  });
  const start = performance.now();
  const response = await app.fetch(request, { path: new URL(request.url).pathname });
  const reader = response.body?.getReader();
  await reader?.read();
  const rows = performance.now() - start;
  while (reader && !(await reader.read()).done);
  return { rows, whole: performance.now() - start };
}

// Warm up the server, with few matches so the survey is quick.
for (let round = 0; round < WARM_UP; round++) await timePage('q=since:2026-11-13T23:50&limit=100');

for (const query of QUERIES) {
  const parsed = parseForm(new URLSearchParams(query), (Date.now() * 1000) as Micros);
  if (!parsed.ok) throw new Error(`The query is not valid: ${query}`);
  const times = { engine: [] as number[], rows: [] as number[], whole: [] as number[] };
  for (let round = -ROUNDS / 5; round < ROUNDS; round++) {
    const engine = await timed(() => store.search(parsed.criteria));
    const { rows, whole } = await timePage(query);
    if (round < 0) continue;
    times.engine.push(engine);
    times.rows.push(rows);
    times.whole.push(whole);
  }
  const median = (name: keyof typeof times) => quantile(times[name], 0.5);
  all.push({
    query: query || 'no criteria',
    engine: median('engine'),
    rows: median('rows'),
    whole: median('whole'),
  });
}
await store.close();
console.log(JSON.stringify(all));
