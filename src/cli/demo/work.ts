import type { Exception, LogLine, Span } from '../../profile/profile.ts';
import type { Random } from './random.ts';
import type { Visitor } from './visitors.ts';

/** A request of the demo before it becomes profiles. Times are in microseconds. */
export interface DemoRequest {
  readonly time: number;
  readonly visitor: Visitor;
  readonly method: string;
  readonly path: string;
  /** Empty if no route matched. */
  readonly route: string;
  readonly release: string;
  readonly outcome: DemoOutcome;
  /** The name of a job, which has no client. */
  readonly job?: string;
}

export interface DemoOutcome {
  readonly status: number;
  readonly duration: number;
  readonly responseBytes: number;
  readonly spans: readonly Span[];
  readonly logs: readonly LogLine[];
  readonly exception: Exception | null;
  readonly tags: readonly string[];
}

const MS = 1000;

/** Collects what a route does, one step after the other. Usual durations are in milliseconds. */
export class Work {
  readonly random: Random;
  readonly #spans: Span[] = [];
  readonly #logs: LogLine[] = [];
  #now: number;

  constructor(random: Random) {
    this.random = random;
    this.#now = random.around(1 * MS);
  }

  compute(usual: number): void {
    this.#now += this.random.around(usual * MS);
  }

  query(statement: string, usual: number, calledFrom: string, rows = 1): void {
    this.#add(
      { kind: 'sql', name: statement, system: 'postgresql', database: 'shop', calledFrom, rows },
      usual,
    );
  }

  cache(command: string, calledFrom: string): void {
    this.#add({ kind: 'cache', name: command, system: 'redis', calledFrom }, 0.4);
  }

  call(
    request: string,
    usual: number,
    answer: { readonly status: number } | { readonly error: string },
  ): void {
    this.#add({ kind: 'http', name: request, ...answer }, usual);
  }

  log(level: string, text: string): void {
    this.#logs.push({ at: this.#now, source: 'pino', level, text });
  }

  finish(
    status: number,
    responseBytes: number,
    exception: Exception | null = null,
    tags: readonly string[] = [],
  ): DemoOutcome {
    this.compute(1);
    return {
      status,
      duration: this.#now,
      responseBytes,
      spans: this.#spans,
      logs: this.#logs,
      exception,
      tags,
    };
  }

  #add(span: Omit<Span, 'at' | 'duration' | 'parent'>, usual: number): void {
    const duration = this.random.around(usual * MS);
    this.#spans.push({ ...span, at: this.#now, duration, parent: null });
    this.#now += duration + this.random.int(20, 200);
  }
}

const LIBRARY_FRAMES = [
  'at Layer.handleRequest (/srv/shop/node_modules/router/lib/layer.js:152:17)',
  'at next (/srv/shop/node_modules/router/lib/route.js:157:13)',
  'at process.processTicksAndRejections (node:internal/process/task_queues:103:5)',
];

/** An exception with a stack of the app and its libraries. */
export function exceptionAt(
  name: string,
  message: string,
  frames: readonly string[],
  cause: Exception | null = null,
): Exception {
  const lines = [...frames.map((frame) => `at ${frame}`), ...LIBRARY_FRAMES];
  return { name, message, stack: lines.map((line) => `    ${line}`).join('\n'), cause };
}
