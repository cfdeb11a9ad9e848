// npm run bench                        measures everything that docs/performance.md shows, and writes it there and to README.md
// npm run bench -- --only search,peers some parts
// npm run bench -- --out FOLDER        writes to another folder than docs
// npm run bench -- --profiles 10000000 in the books that are searched; one million by default
// npm run bench -- --tiny --out FOLDER only shows that every part runs; the figures mean nothing
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bodyOf, fill, imageName, tableText } from './published/document.ts';
import type { Part, Size } from './published/part.ts';
import { clickhouse } from './published/parts/clickhouse.ts';
import { clients } from './published/parts/clients.ts';
import { latency } from './published/parts/latency.ts';
import { memory } from './published/parts/memory.ts';
import { peers } from './published/parts/peers.ts';
import { recording } from './published/parts/recording.ts';
import { search } from './published/parts/search.ts';
import { symfony } from './published/parts/symfony.ts';
import { writing } from './published/parts/writing.ts';
import { drawPlot } from './published/plot.ts';

const DOCS = join(import.meta.dirname, '../docs');
const PAGE = 'performance.md';
const README = join(DOCS, '../README.md');
const PARTS: Readonly<Record<string, Part>> = {
  recording,
  peers,
  latency,
  memory,
  search,
  symfony,
  writing,
  clickhouse,
  clients,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    out: { type: 'string', default: DOCS },
    profiles: { type: 'string', default: '1000000' },
    tiny: { type: 'boolean', default: false },
  },
});
if (values.tiny && values.out === DOCS)
  fail('--tiny measures nothing of use. Add --out FOLDER to keep docs as it is.');
const names = values.only?.split(',') ?? Object.keys(PARTS);
for (const name of names)
  if (!PARTS[name]) fail(`There is no part "${name}". Choose from: ${Object.keys(PARTS).join(', ')}.`);
const size: Size = { isTiny: values.tiny, profiles: values.tiny ? 5000 : Number(values.profiles) };
if (!Number.isInteger(size.profiles / 10) || size.profiles < 1000)
  fail('--profiles must be a multiple of ten, and at least 1000.');

const page = join(values.out, PAGE);
const readme = values.out === DOCS ? README : join(values.out, 'README.md');
mkdirSync(join(values.out, 'images'), { recursive: true });
if (!existsSync(page)) writeFileSync(page, readFileSync(join(DOCS, PAGE)));
if (!existsSync(readme)) writeFileSync(readme, readFileSync(README));
const begun = performance.now();
// Each in a process of its own: an engine that one part has started would take CPU time from the next.
if (names.length === 1 || values.tiny) for (const name of names) await run(name, PARTS[name] as Part);
else
  for (const name of names) {
    const options = ['--only', name, '--out', values.out, '--profiles', values.profiles];
    const { status } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, ...options], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
if (names.length > 1) console.log(`\n${names.length} parts in ${seconds(begun)} s. See ${page}`);

/** A part that fails leaves its tables as they were, and the others still run. */
async function run(name: string, part: Part): Promise<void> {
  console.log(`\n== ${name}`);
  const start = performance.now();
  try {
    const result = await part(size);
    const body = bodyOf(name, result, seconds(start));
    for (const [i, plot] of result.plots.entries())
      writeFileSync(join(values.out, 'images', imageName(name, i)), drawPlot(plot));
    writeFileSync(page, fill(readFileSync(page, 'utf8'), name, body));
    if (result.readme)
      writeFileSync(readme, fill(readFileSync(readme, 'utf8'), name, tableText(result.readme)));
    console.log(body);
  } catch (error) {
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
}

function seconds(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
