// npm run bench:clients            at a size for CI
// npm run bench:clients -- --full  with a flood from a million addresses, and ten million profiles
// --assert                         fails if a figure misses its goal
// --kinds                          lists what is mistaken, by kind
import { type Figure, report } from '../figures.ts';
import { type ClientSample, corpus } from './corpus.ts';
import { flood } from './flood.ts';
import { firstCorpus } from './halves.ts';
import { readKinds } from './kinds.ts';
import { pages } from './pages.ts';
import { classify, clientsMistaken, kindsMistaken, precisionAndRecall, type Result } from './score.ts';

const CORPORA = ['second', 'third', 'fourth'] as const;

const full = process.argv.includes('--full');
const addresses = full ? 1_000_000 : 200_000;
// First, while the heap is empty.
const flooded = flood(addresses);
const others = CORPORA.map((name) => ({ name, results: classify(corpus(name)) }));
const figures: Figure[] = [
  ...figuresOf('held-out half', classify(firstCorpus('held-out')), { probes: 200, ordinary: 1000 }),
  ...countKinds('both halves', 'first'),
  ...others.flatMap(({ name, results }) => [
    ...figuresOf(`${name} corpus`, results, { probes: 400, ordinary: 2000 }),
    ...countKinds(`${name} corpus`, name),
    ...mistakes(`${name} corpus`, results),
  ]),
  ...flooded,
  ...(await pages(full ? 10_000_000 : 20_000, full ? 5 : 2)),
];
if (process.argv.includes('--kinds'))
  for (const line of others.flatMap(({ results }) => kindsMistaken(results))) console.log(line);
report(`bench:clients with ${addresses} addresses`, figures, process.argv.includes('--assert'));

function figuresOf(
  name: string,
  results: readonly Result[],
  min: { readonly probes: number; readonly ordinary: number },
): Figure[] {
  const probes = results.filter(({ sample }) => sample.isProbe).length;
  const { precision, recall } = precisionAndRecall(results);
  return [
    { name: `${name}: requests of scanners`, value: probes, unit: '', min: min.probes },
    { name: `${name}: ordinary requests`, value: results.length - probes, unit: '', min: min.ordinary },
    { name: `${name}: precision`, value: precision, unit: '', min: 0.99 },
    { name: `${name}: recall`, value: recall, unit: '', min: 0.95 },
  ];
}

function countKinds(name: string, corpus: string): Figure[] {
  const kinds = readKinds(corpus);
  const scans = kinds.filter(({ isScanner }) => isScanner).length;
  return [
    { name: `${name}: kinds of scans`, value: scans, unit: '', min: 40 },
    { name: `${name}: kinds of honest clients`, value: kinds.length - scans, unit: '', min: 20 },
  ];
}

function mistakes(name: string, results: readonly Result<ClientSample>[]): Figure[] {
  const { missed, accused } = clientsMistaken(results);
  return [
    { name: `${name}: scanners missed`, value: missed, unit: '' },
    { name: `${name}: honest clients accused`, value: accused, unit: '' },
  ];
}
