// npm run bench:clients            at a size for CI
// npm run bench:clients -- --full  with a flood from a million addresses
// --assert                         fails if a figure misses its goal
import { type Figure, report } from '../figures.ts';
import { ORDINARY_KINDS, PROBE_KINDS } from './corpus.ts';
import { flood } from './flood.ts';
import { classifyHalf, precisionAndRecall } from './score.ts';

const addresses = process.argv.includes('--full') ? 1_000_000 : 200_000;
// First, while the heap is empty.
const flooded = flood(addresses);
const results = classifyHalf('held-out');
const probes = results.filter(({ sample }) => sample.isProbe).length;
const { precision, recall } = precisionAndRecall(results);
const figures: Figure[] = [
  { name: 'probes in the held-out half', value: probes, unit: '', min: 200 },
  { name: 'kinds of probes', value: PROBE_KINDS.length, unit: '', min: 40 },
  { name: 'ordinary requests in it', value: results.length - probes, unit: '', min: 1000 },
  { name: 'kinds of sites and honest clients', value: ORDINARY_KINDS.length, unit: '', min: 20 },
  { name: 'precision', value: precision, unit: '', min: 0.99 },
  { name: 'recall', value: recall, unit: '', min: 0.95 },
  ...flooded,
];
report(`bench:clients with ${addresses} addresses`, figures, process.argv.includes('--assert'));
