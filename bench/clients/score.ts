import { createClientClassifier } from '../../src/clients/classifier.ts';
import type { ClientClass } from '../../src/profile/entry.ts';
import type { Micros } from '../../src/profile/time.ts';
import { corpus, type Half, type Sample } from './corpus.ts';

/** The writer thread gets a batch this often, in microseconds. */
const BATCH = 200_000;

export interface Result {
  readonly sample: Sample;
  readonly client: ClientClass;
}

/** Classifies a half of the corpus as the writer thread does: in batches, which it revises. */
export function classifyHalf(half: Half): Result[] {
  const clients = createClientClassifier(1);
  const samples = corpus(half);
  const results: Result[] = [];
  for (let at = 0; at < samples.length; ) {
    const until = (samples[at]?.time ?? 0) + BATCH;
    let end = at;
    while ((samples[end]?.time ?? Number.POSITIVE_INFINITY) < until) end++;
    const batch = samples.slice(at, end).map((sample) => ({ ...sample, time: sample.time as Micros }));
    const classes = batch.map((request) => clients.classify(request));
    for (const [n, sample] of batch.entries())
      results.push({ sample, client: clients.revise(sample, classes[n] ?? 'unknown') });
    at = end;
  }
  return results;
}

/** How many of the accused are scanners, and how many of the scanners' requests are accused. */
export function precisionAndRecall(results: readonly Result[]): { precision: number; recall: number } {
  const accused = results.filter(({ client }) => client === 'scanner');
  const right = accused.filter(({ sample }) => sample.isProbe).length;
  const probes = results.filter(({ sample }) => sample.isProbe).length;
  return { precision: right / accused.length, recall: right / probes };
}
