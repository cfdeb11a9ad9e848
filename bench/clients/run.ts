// npm run bench:clients            at a size for CI
// npm run bench:clients -- --full  with a flood from a million addresses, and ten million profiles
// --assert                         fails if a figure misses its goal
// --kinds                          lists what is mistaken, by kind
import { type Figure, report } from '../figures.ts';
import { corpus, ORDINARY_KINDS, PROBE_KINDS } from './corpus.ts';
import { flood } from './flood.ts';
import { FOURTH_SCANS, FOURTH_VISITS, fourthCorpus } from './fourth/corpus.ts';
import { pages } from './pages.ts';
import { classify, clientsMistaken, kindsMistaken, precisionAndRecall, type Result } from './score.ts';
import { SCANS, type SecondSample, secondCorpus, VISITS } from './second/corpus.ts';
import { THIRD_SCANS, THIRD_VISITS, thirdCorpus } from './third/corpus.ts';

const full = process.argv.includes('--full');
const addresses = full ? 1_000_000 : 200_000;
// First, while the heap is empty.
const flooded = flood(addresses);
const first = classify(corpus('held-out'));
const second = classify(secondCorpus());
const third = classify(thirdCorpus());
const fourth = classify(fourthCorpus());
const figures: Figure[] = [
  ...figuresOf('held-out half', first, { probes: 200, ordinary: 1000 }),
  { name: 'kinds of scans in both halves', value: PROBE_KINDS.length, unit: '', min: 40 },
  { name: 'kinds of honest clients in both halves', value: ORDINARY_KINDS.length, unit: '', min: 20 },
  ...figuresByKind('second corpus', second, SCANS.length, VISITS.length),
  ...figuresByKind('third corpus', third, THIRD_SCANS.length, THIRD_VISITS.length),
  ...figuresByKind('fourth corpus', fourth, FOURTH_SCANS.length, FOURTH_VISITS.length),
  ...flooded,
  ...(await pages(full ? 10_000_000 : 20_000, full ? 5 : 2)),
];
if (process.argv.includes('--kinds'))
  for (const line of [second, third, fourth].flatMap(kindsMistaken)) console.log(line);
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

function figuresByKind(
  name: string,
  results: readonly Result<SecondSample>[],
  scans: number,
  visits: number,
): Figure[] {
  const { missed, accused } = clientsMistaken(results);
  return [
    ...figuresOf(name, results, { probes: 400, ordinary: 2000 }),
    { name: `${name}: kinds of scans`, value: scans, unit: '', min: 40 },
    { name: `${name}: kinds of honest clients`, value: visits, unit: '', min: 20 },
    { name: `${name}: scanners missed`, value: missed, unit: '' },
    { name: `${name}: honest clients accused`, value: accused, unit: '' },
  ];
}
