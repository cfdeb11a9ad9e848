// node bench/clients/counts.ts  lists the kinds of the third corpus with their requests, and classifies nothing
import { THIRD_SCANS, THIRD_VISITS, thirdCorpus } from './third/corpus.ts';

const samples = thirdCorpus();
for (const kinds of [THIRD_SCANS, THIRD_VISITS]) {
  let requests = 0;
  const urls = new Set<string>();
  for (const { name, isScanner } of kinds) {
    const own = samples.filter((sample) => sample.kind === name);
    for (const { method, url } of own) urls.add(`${method} ${url}`);
    requests += own.length;
    console.log(`${isScanner ? 'scanner' : 'honest'}\t${own.length}\t${name}`);
  }
  console.log(`${kinds.length} kinds, ${requests} requests, ${urls.size} different\n`);
}
