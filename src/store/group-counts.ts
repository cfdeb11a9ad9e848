import { CLIENT_CLASSES } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { durationStep } from './durations.ts';
import { type CountedRequest, GROUP_BINS, type GroupFigures } from './groups.ts';
import { SparseCounts } from './sparse-counts.ts';

/** The figures that are numbers. */
type GroupSums = Omit<GroupFigures, 'durations' | 'clients' | 'bins'>;

const SCANNER = CLIENT_CLASSES.indexOf('scanner');

/** The figures of one group while they are added up. */
export class GroupCounts {
  requests = 0;
  #clientErrors = 0;
  #serverErrors = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = 0;
  #duration = 0;
  readonly durations = new SparseCounts();
  #queries = 0;
  #queryTime = 0;
  readonly #bins = new SparseCounts(GROUP_BINS);
  readonly #clients = new SparseCounts(CLIENT_CLASSES.length);
  #servedToScanners = 0;

  addRequest({ time, status, client, duration, queries, queryTime }: CountedRequest, bin: number): void {
    this.addOutcome(CLIENT_CLASSES.indexOf(client), Math.floor(status / 100), 1);
    this.addTime(time);
    this.addAmounts(duration, queries, queryTime);
    this.durations.add(durationStep(duration), 1);
    this.addToBin(bin, 1);
  }

  add(figures: GroupFigures): void {
    this.#addSums(figures);
    this.durations.addAll(figures.durations);
    for (let bin = 0; bin < figures.bins.length; bin++) this.addToBin(bin, figures.bins[bin] ?? 0);
    for (const [at, client] of CLIENT_CLASSES.entries()) this.#clients.add(at, figures.clients[client]);
  }

  addCounts(counts: GroupCounts): void {
    this.#addSums({
      requests: counts.requests,
      clientErrors: counts.#clientErrors,
      serverErrors: counts.#serverErrors,
      servedToScanners: counts.#servedToScanners,
      first: counts.#first as Micros,
      last: counts.#last as Micros,
      duration: counts.#duration,
      queries: counts.#queries,
      queryTime: counts.#queryTime,
    });
    this.durations.addCounts(counts.durations);
    this.#bins.addCounts(counts.#bins);
    this.#clients.addCounts(counts.#clients);
  }

  #addSums(figures: GroupSums): void {
    if (figures.requests === 0) return;
    this.addTime(figures.first);
    this.addTime(figures.last);
    this.addAmounts(figures.duration, figures.queries, figures.queryTime);
    this.requests += figures.requests;
    this.#clientErrors += figures.clientErrors;
    this.#serverErrors += figures.serverErrors;
    this.#servedToScanners += figures.servedToScanners;
  }

  /** Counts requests with the same class of client, by its place in `CLIENT_CLASSES`, and the same first digit of the status. */
  addOutcome(client: number, statusClass: number, count: number): void {
    this.requests += count;
    if (statusClass === 4) this.#clientErrors += count;
    if (statusClass === 5) this.#serverErrors += count;
    if (statusClass === 2 && client === SCANNER) this.#servedToScanners += count;
    this.#clients.add(client, count);
  }

  addTime(time: Micros): void {
    if (time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
  }

  addAmounts(duration: number, queries: number, queryTime: number): void {
    this.#duration += duration;
    this.#queries += queries;
    this.#queryTime += queryTime;
  }

  /** Requests after the last bin are in none. */
  addToBin(bin: number, count: number): void {
    if (bin >= 0 && bin < GROUP_BINS) this.#bins.add(bin, count);
  }

  figures(): GroupFigures {
    const clients = this.#clients.upTo(CLIENT_CLASSES.length);
    return {
      requests: this.requests,
      clientErrors: this.#clientErrors,
      serverErrors: this.#serverErrors,
      first: (this.requests === 0 ? 0 : this.#first) as Micros,
      last: this.#last as Micros,
      duration: this.#duration,
      durations: this.durations.trimmed(),
      queries: this.#queries,
      queryTime: this.#queryTime,
      bins: this.#bins.upTo(GROUP_BINS),
      clients: Object.fromEntries(
        CLIENT_CLASSES.map((client, at) => [client, clients[at] ?? 0]),
      ) as GroupFigures['clients'],
      servedToScanners: this.#servedToScanners,
    };
  }
}
