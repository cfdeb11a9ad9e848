// Measures what the tests would notice: changes the code in one small place at a time (a mutant), and runs the tests that reach the
// place. A mutant survives if no test fails.
//   npm run mutate                             all
//   npm run mutate -- src/redact               a folder or a file
//   npm run mutate -- --sample 200             this many mutants of each folder, evenly spread; --seed 2 takes others
//   npm run mutate -- src/redact --survivors   those that survived the last run
//   --all lists the equivalent ones too, --slow the slowest tests, --jobs 1 uses one process
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMutant, Equivalents, readEquivalents } from './equivalents.js';
import { isKilled, LastResults } from './last-results.js';
import { interval95, sampleIndexes } from './sample.js';
import { TARGETS } from './targets.js';
import { findAll, findReached, tryFile } from './try-mutants.js';

const root = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string' },
    all: { type: 'boolean' },
    slow: { type: 'boolean' },
    survivors: { type: 'boolean' },
  },
});
const equivalents = new Equivalents(readEquivalents(join(import.meta.dirname, 'equivalent')));
const jobs = Number(values.jobs ?? availableParallelism());

const asked = positionals.map((path) => path.replace(/\/$/, ''));
const targets = Object.entries(TARGETS)
  .filter(
    ([name]) => asked.length === 0 || asked.some((path) => path.startsWith(name) || name.startsWith(path)),
  )
  .map(([name, target]) => {
    const found = findAll(root, target);
    const isAsked = ({ file }) => asked.length === 0 || asked.some((path) => file.startsWith(path));
    return { name, found, files: found.files.filter(isAsked) };
  });
const results = [];
for (const { name, found, files } of targets) {
  const start = Date.now();
  const tests = await findReached(root, found);
  console.log(`${name}: ${tests.length} tests, ${((Date.now() - start) / 1000).toFixed(0)} s`);
  if (values.slow)
    for (const { file, name, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, 30))
      console.log(`${ms.toFixed(0).padStart(8)} ms ${file}: ${name}`);
  const last = new LastResults(root, name);
  if (values.survivors) last.read();
  const total = files.reduce((sum, { mutants }) => sum + mutants.length, 0);
  const size = Math.min(total, Number(values.sample ?? total));
  const sample = sampleIndexes(total, size, Number(values.seed));
  let index = 0;
  const isTried = (mutant) => (values.survivors ? last.survived(mutant) : sample.has(index++));
  const queue = files.map(({ file, mutants, ...rest }) => ({
    file,
    mutants: mutants.filter((mutant) => isTried({ file, ...mutant })),
    ...rest,
  }));
  last.keepKilled();
  await Promise.all(Array.from({ length: jobs }, () => work(queue, found, tests, last)));
  results.push({ name, ...summarize(last.all(), total), seconds: Math.round((Date.now() - start) / 1000) });
}
console.table(results);
if (asked.length === 0 && !values.sample)
  for (const { file, line } of equivalents.unused())
    console.log(`No longer needed in equivalent/: ${file}: ${line}`);

async function work(queue, found, tests, last) {
  for (let file = queue.shift(); file; file = queue.shift()) {
    if (file.mutants.length === 0) continue;
    const mine = [];
    for await (const mutant of tryFile(root, file, found, tests)) mine.push(mutant);
    last.add(mine);
    const lost = mine.filter((mutant) => !isKilled(mutant));
    const shown = values.all ? lost : lost.filter((mutant) => !equivalents.reasonFor(mutant));
    console.log(`${file.file}: ${mine.length - lost.length} of ${mine.length} killed`);
    for (const mutant of shown)
      console.log(`  ${mutant.line}:${mutant.column} ${mutant.result} ${describeMutant(mutant)}`);
  }
}

function summarize(tried, total) {
  const count = (...kinds) => tried.filter(({ result }) => kinds.includes(result)).length;
  const killed = tried.filter(isKilled).length;
  const equivalent = tried.filter((mutant) => !isKilled(mutant) && equivalents.reasonFor(mutant)).length;
  const percent = (share) => (share * 100).toFixed(1);
  const interval = interval95(killed, tried.length).map(percent).join(' to ');
  return {
    tried: tried.length,
    of: total,
    killed: count('killed'),
    // They loop for ever, or longer than the tests wait.
    'time limit': count('timeout'),
    survived: count('survived'),
    unreached: count('unreached'),
    equivalent,
    '% killed': percent(count('killed') / tried.length),
    '% with time limit': percent(killed / tried.length),
    '95 %': tried.length < total ? interval : '',
    '% without equivalent': percent(killed / (tried.length - equivalent)),
  };
}
