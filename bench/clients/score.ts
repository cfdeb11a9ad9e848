import { createClientClassifier } from '../../src/clients/classifier.ts';
import type { ClientClass } from '../../src/profile/entry.ts';
import type { Micros } from '../../src/profile/time.ts';
import type { ClientSample } from './corpus.ts';
import type { Sample } from './kinds.ts';

/** The writer thread gets a batch this often, in microseconds. */
const BATCH = 200_000;

export interface Result<S extends Sample = Sample> {
  readonly sample: S;
  readonly class: ClientClass;
}

/** Classifies samples in the order of their time as the writer thread does: in batches, which it revises. */
export function classify<S extends Sample>(samples: readonly S[]): Result<S>[] {
  const clients = createClientClassifier(1);
  const results: Result<S>[] = [];
  for (let at = 0; at < samples.length; ) {
    const until = (samples[at]?.time ?? 0) + BATCH;
    let end = at;
    while ((samples[end]?.time ?? Number.POSITIVE_INFINITY) < until) end++;
    const batch = samples.slice(at, end).map((sample) => ({ ...sample, time: sample.time as Micros }));
    const classes = batch.map((request) => clients.classify(request));
    for (const [n, sample] of batch.entries())
      results.push({ sample, class: clients.revise(sample, classes[n] ?? 'unknown') });
    at = end;
  }
  return results;
}

/** How many of the accused are scanners, and how many of the scanners' requests are accused. */
export function precisionAndRecall(results: readonly Result[]): { precision: number; recall: number } {
  const accused = results.filter((result) => result.class === 'scanner');
  const right = accused.filter(({ sample }) => sample.isProbe).length;
  const probes = results.filter(({ sample }) => sample.isProbe).length;
  return { precision: right / accused.length, recall: right / probes };
}

interface Count {
  readonly isScanner: boolean;
  requests: number;
  accused: number;
}

/** Requests, and the accused among them, by a name that each sample has. */
function countBy<S extends Sample>(
  results: readonly Result<S>[],
  nameOf: (sample: S) => string,
): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const result of results) {
    const name = nameOf(result.sample);
    const count = counts.get(name) ?? { isScanner: result.sample.isProbe, requests: 0, accused: 0 };
    count.requests++;
    if (result.class === 'scanner') count.accused++;
    counts.set(name, count);
  }
  return counts;
}

/** Scanners without an accused request, and honest clients with one. */
export function clientsMistaken(results: readonly Result<ClientSample>[]): {
  missed: number;
  accused: number;
} {
  const clients = [...countBy(results, ({ client }) => client).values()];
  return {
    missed: clients.filter(({ isScanner, accused }) => isScanner && accused === 0).length,
    accused: clients.filter(({ isScanner, accused }) => !isScanner && accused > 0).length,
  };
}

/** The kinds with mistakes, in words. */
export function kindsMistaken(results: readonly Result[]): string[] {
  return [...countBy(results, ({ kind }) => kind)]
    .filter(([, { isScanner, requests, accused }]) => (isScanner ? accused < requests : accused > 0))
    .map(([name, { isScanner, requests, accused }]) =>
      isScanner
        ? `missed ${requests - accused} of ${requests}: ${name}`
        : `accused ${accused} of ${requests}: ${name}`,
    );
}
