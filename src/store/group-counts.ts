import { CLIENT_CLASSES } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { durationStep } from './durations.ts';
import { type CountedRequest, GROUP_BINS, type GroupFigures } from './groups.ts';
import { SparseCounts } from './sparse-counts.ts';

/** The figures that are single numbers. */
type SumName = Exclude<keyof GroupFigures, 'durations' | 'clients' | 'bins'>;
type GroupSums = { -readonly [name in SumName]: GroupFigures[name] };

const SCANNER = CLIENT_CLASSES.indexOf('scanner');

/** The figures of one group while they are added up. */
export class GroupCounts {
  readonly #sums: GroupSums = {
    requests: 0,
    clientErrors: 0,
    serverErrors: 0,
    first: Number.POSITIVE_INFINITY as Micros,
    last: 0 as Micros,
    duration: 0,
    queries: 0,
    queryTime: 0,
    servedToScanners: 0,
  };
  readonly durations = new SparseCounts();
  readonly #bins = new SparseCounts(GROUP_BINS);
  readonly #clients = new SparseCounts(CLIENT_CLASSES.length);

  get requests(): number {
    return this.#sums.requests;
  }

  /** @param isTimed whether it counts in percentiles */
  addRequest(request: CountedRequest, bin: number, isTimed: boolean): void {
    const { time, status, client, duration, queries, queryTime } = request;
    this.addOutcome(CLIENT_CLASSES.indexOf(client), Math.floor(status / 100), 1);
    this.addTime(time);
    this.addAmounts(duration, queries, queryTime);
    if (isTimed) this.durations.add(durationStep(duration), 1);
    this.addToBin(bin, 1);
  }

  add(figures: GroupFigures): void {
    this.#addSums(figures);
    this.durations.addAll(figures.durations);
    for (let bin = 0; bin < figures.bins.length; bin++) this.addToBin(bin, figures.bins[bin] ?? 0);
    for (const [at, client] of CLIENT_CLASSES.entries()) this.#clients.add(at, figures.clients[client]);
  }

  addCounts(counts: GroupCounts): void {
    this.#addSums(counts.#sums);
    this.durations.addCounts(counts.durations);
    this.#bins.addCounts(counts.#bins);
    this.#clients.addCounts(counts.#clients);
  }

  #addSums(figures: Readonly<GroupSums>): void {
    if (figures.requests === 0) return;
    this.addTime(figures.first);
    this.addTime(figures.last);
    this.addAmounts(figures.duration, figures.queries, figures.queryTime);
    this.#sums.requests += figures.requests;
    this.#sums.clientErrors += figures.clientErrors;
    this.#sums.serverErrors += figures.serverErrors;
    this.#sums.servedToScanners += figures.servedToScanners;
  }

  /** Counts requests with the same class of client, by its place in `CLIENT_CLASSES`, and the same first digit of the status. */
  addOutcome(client: number, statusClass: number, count: number): void {
    this.#sums.requests += count;
    if (statusClass === 4) this.#sums.clientErrors += count;
    if (statusClass === 5) this.#sums.serverErrors += count;
    if (statusClass === 2 && client === SCANNER) this.#sums.servedToScanners += count;
    this.#clients.add(client, count);
  }

  addTime(time: Micros): void {
    if (time < this.#sums.first) this.#sums.first = time;
    if (time > this.#sums.last) this.#sums.last = time;
  }

  addAmounts(duration: number, queries: number, queryTime: number): void {
    this.#sums.duration += duration;
    this.#sums.queries += queries;
    this.#sums.queryTime += queryTime;
  }

  /** Requests after the last bin are in none. */
  addToBin(bin: number, count: number): void {
    if (bin >= 0 && bin < GROUP_BINS) this.#bins.add(bin, count);
  }

  figures(): GroupFigures {
    const clients = this.#clients.upTo(CLIENT_CLASSES.length);
    return {
      ...this.#sums,
      first: this.requests === 0 ? (0 as Micros) : this.#sums.first,
      durations: this.durations.trimmed(),
      bins: this.#bins.upTo(GROUP_BINS),
      clients: Object.fromEntries(
        CLIENT_CLASSES.map((client, at) => [client, clients[at] ?? 0]),
      ) as GroupFigures['clients'],
    };
  }
}
