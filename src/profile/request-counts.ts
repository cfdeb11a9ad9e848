import type { Entry } from './entry.ts';

/** The requests to one route: how many, and how long they took. */
export interface RouteCounts {
  readonly route: string;
  /** How many by method and class of status, such as `GET 2xx`. */
  readonly answers: Readonly<Record<string, number>>;
  /** How many took at most as long as each of `MAX_SECONDS`, but longer than the one before; then those that took longer than all. */
  readonly durations: readonly number[];
  /** How long they took together, in microseconds. */
  readonly time: number;
}

/** The upper bounds of the histogram, in seconds: those of the client libraries of Prometheus. */
export const MAX_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Further routes are counted together. */
export const MAX_ROUTES = 200;
const MAX_ROUTE_LENGTH = 200;
const OTHER = '(other)';
const NO_ROUTE = '(none)';
const METHODS = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY'.split(' '));
const ANSWER = /^\S{1,20} \S{1,20}$/;

interface Counting extends RouteCounts {
  readonly answers: Record<string, number>;
  readonly durations: number[];
  time: number;
}

/** Counts requests by route. */
export class RequestCounter {
  readonly #routes = new Map<string, Counting>();

  /** Jobs, stages and processes are not counted. */
  add({ kind, method, route, status, duration }: Entry): void {
    if (kind !== 'main') return;
    const counts = this.#of(route === '' ? NO_ROUTE : route);
    const answer = `${METHODS.has(method) ? method : OTHER} ${statusClass(status)}`;
    counts.answers[answer] = (counts.answers[answer] ?? 0) + 1;
    const bin = MAX_SECONDS.findIndex((seconds) => duration <= seconds * 1e6);
    increase(counts.durations, bin === -1 ? MAX_SECONDS.length : bin, 1);
    counts.time += duration;
  }

  addAll(others: readonly RouteCounts[]): void {
    for (const { route, answers, durations, time } of others) {
      const counts = this.#of(route);
      for (const [answer, count] of Object.entries(answers))
        counts.answers[answer] = (counts.answers[answer] ?? 0) + count;
      durations.forEach((count, bin) => {
        increase(counts.durations, bin, count);
      });
      counts.time += time;
    }
  }

  counts(): readonly RouteCounts[] {
    return [...this.#routes.values()];
  }

  /** The counts since the last call. */
  take(): readonly RouteCounts[] {
    const counts = this.counts();
    this.#routes.clear();
    return counts;
  }

  #of(name: string): Counting {
    const known = this.#routes.get(name.slice(0, MAX_ROUTE_LENGTH));
    if (known) return known;
    const isFull = this.#routes.size >= MAX_ROUTES && name !== OTHER && name !== NO_ROUTE;
    if (isFull) return this.#of(OTHER);
    const route = name.slice(0, MAX_ROUTE_LENGTH);
    const durations = Array.from({ length: MAX_SECONDS.length + 1 }, () => 0);
    const added: Counting = { route, answers: {}, durations, time: 0 };
    this.#routes.set(route, added);
    return added;
  }
}

function increase(counts: number[], index: number, by: number): void {
  counts[index] = (counts[index] ?? 0) + by;
}

function statusClass(status: number): string {
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : OTHER;
}

/** Whether a value from a file has the fields of counts. */
export function isRouteCounts(value: unknown): value is RouteCounts {
  const { route, answers, durations, time } = (value ?? {}) as Partial<RouteCounts>;
  const isCount = (count: unknown) => Number.isSafeInteger(count) && Number(count) >= 0;
  if (typeof route !== 'string' || typeof answers !== 'object' || answers === null || !isCount(time))
    return false;
  const isAnswers = Object.entries(answers).every(([name, count]) => ANSWER.test(name) && isCount(count));
  return (
    isAnswers &&
    Array.isArray(durations) &&
    durations.length === MAX_SECONDS.length + 1 &&
    durations.every(isCount)
  );
}
