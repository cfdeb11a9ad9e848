import { CLIENT_CLASSES } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { DurationCounts, durationStep } from './durations.ts';
import { type CountedRequest, GROUP_BINS, type GroupFigures } from './groups.ts';
import { SparseCounts } from './sparse-counts.ts';

/** The figures that are numbers. */
export type GroupSums = Omit<GroupFigures, 'durations' | 'clients' | 'bins'>;

/** The figures of one group while they are added up. */
export class GroupCounts {
  requests = 0;
  #clientErrors = 0;
  #serverErrors = 0;
  #first = 0;
  #last = 0;
  #duration = 0;
  readonly durations = new DurationCounts();
  #queries = 0;
  #queryTime = 0;
  readonly #bins = new SparseCounts(GROUP_BINS);
  readonly #clients = new SparseCounts(CLIENT_CLASSES.length);
  #servedToScanners = 0;

  addRequest({ time, status, client, duration, queries, queryTime }: CountedRequest, bin: number): void {
    const statusClass = Math.floor(status / 100);
    if (this.requests === 0 || time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
    this.requests++;
    if (statusClass === 4) this.#clientErrors++;
    if (statusClass === 5) this.#serverErrors++;
    if (statusClass === 2 && client === 'scanner') this.#servedToScanners++;
    this.#duration += duration;
    this.durations.add(durationStep(duration), 1);
    this.#queries += queries;
    this.#queryTime += queryTime;
    this.addToBin(bin, 1);
    this.addClients(CLIENT_CLASSES.indexOf(client), 1);
  }

  add(figures: GroupFigures): void {
    this.addSums(figures);
    this.durations.addAll(figures.durations);
    for (let bin = 0; bin < figures.bins.length; bin++) this.addToBin(bin, figures.bins[bin] ?? 0);
    for (const [at, client] of CLIENT_CLASSES.entries()) this.addClients(at, figures.clients[client]);
  }

  addCounts(counts: GroupCounts): void {
    this.addSums({
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

  /** The durations, the bins and the classes of the same requests are added apart. */
  addSums(figures: GroupSums): void {
    if (figures.requests === 0) return;
    this.#first = this.requests === 0 ? figures.first : Math.min(this.#first, figures.first);
    this.#last = Math.max(this.#last, figures.last);
    this.requests += figures.requests;
    this.#clientErrors += figures.clientErrors;
    this.#serverErrors += figures.serverErrors;
    this.#servedToScanners += figures.servedToScanners;
    this.#duration += figures.duration;
    this.#queries += figures.queries;
    this.#queryTime += figures.queryTime;
  }

  figures(): GroupFigures {
    const clients = this.#clients.counts();
    return {
      requests: this.requests,
      clientErrors: this.#clientErrors,
      serverErrors: this.#serverErrors,
      first: this.#first as Micros,
      last: this.#last as Micros,
      duration: this.#duration,
      durations: this.durations.durations(),
      queries: this.#queries,
      queryTime: this.#queryTime,
      bins: this.#bins.counts(),
      clients: Object.fromEntries(
        CLIENT_CLASSES.map((client, at) => [client, clients[at] ?? 0]),
      ) as GroupFigures['clients'],
      servedToScanners: this.#servedToScanners,
    };
  }

  /** Adds requests of clients of one class, by its place in `CLIENT_CLASSES`. */
  addClients(at: number, count: number): void {
    this.#clients.add(at, count);
  }

  addToBin(bin: number, count: number): void {
    this.#bins.add(bin, count);
  }
}
