import type { Server } from 'node:net';
import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { formatBytes } from '../format/units.ts';
import { type Draft, FAILED } from '../pipeline/draft/draft.ts';
import { type ProcessDetail, type ProcessEvent, processDraft } from '../pipeline/draft/process-draft.ts';
import type { Queue } from '../pipeline/queue.ts';
import type { RunningWriter } from '../pipeline/writer/writer-thread.ts';
import { type ProcessExit, watchProcessEnd } from '../process/process-end.ts';
import { PROCESS_EXITED } from '../profile/entry.ts';
import type { Note } from '../profile/profile.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { storageKind } from '../store/open-store.ts';
import { micros } from './clock.ts';
import { seqThatThrew, trailThatThrew } from './context.ts';
import { UncaughtError } from './exception.ts';
import type { InProgress } from './in-progress.ts';

/** An error that was thrown this long before the process exits is what ended it: apps log an error, and then exit. */
const CAUSE_MS = 10_000;
/** The first write waits until the app has started. */
const WRITE_MS = 1000;
const RETRY_MS = 10_000;
/** Platforms give ten seconds. On a busy machine, the writer thread of an app that has just started takes two to load. */
const MAX_WAIT_MS = 4000;
const MAX_SERVERS = 5;
const MAX_ARGUMENTS = 20;

/** Records when the process starts, listens and ends. */
export interface ProcessLife {
  ready(server: object): void;
  /** The app did not catch this error. `seq` is the request whose code threw it. */
  uncaught(error: UncaughtError, seq: Seq | null): void;
  /** Does not wait until it is written. */
  exit(exit: ProcessExit): void;
  /** The app closes the book. */
  stop(): Promise<void>;
}

export interface LifeSettings {
  readonly writer: Pick<RunningWriter, 'note'>;
  /** Only one book of each storage records the process, and none in the memory of the app or in a store of its own. */
  readonly storage: unknown;
  /** The name of the report of this process, which ends with it. */
  readonly report: string;
  readonly hasDetails: boolean;
}

/** The storages whose books record this process. */
const recorded = new Set<string>();

/** Returns `null` in a thread, and if another book records this process in the same storage. */
export function recordProcessLife({ writer, storage, report, hasDetails }: LifeSettings): ProcessLife | null {
  if (
    !isMainThread ||
    typeof storage !== 'string' ||
    storageKind(storage) === 'memory' ||
    recorded.has(storage)
  )
    return null;
  recorded.add(storage);
  let servers = 0;
  let cause: { readonly error: UncaughtError; readonly seq: Seq | null } | null = null;

  let events: Draft[] = [];
  let written = 0;
  let hasEnded = false;
  let timer = setTimeout(write, WRITE_MS).unref();

  function note(event: ProcessEvent, rest: Partial<Draft>, detail: ProcessDetail): void {
    const uptime = process.uptime() * 1000;
    const when = { time: (Date.now() * 1000) as Micros, duration: micros(uptime) };
    events.push({ ...processDraft(event, when, hasDetails ? detail : null), ...rest });
  }

  async function write(ended?: string): Promise<void> {
    clearTimeout(timer);
    hasEnded ||= ended !== undefined;
    const drafts = events;
    events = [];
    if (drafts.length === 0) return;
    try {
      await writer.note(`${report}-${written++}`, drafts, ended);
    } catch {
      // The book may have been deleted, or its disk is full.
      if (hasEnded) return;
      events.unshift(...drafts);
      timer = setTimeout(write, RETRY_MS).unref();
    }
  }

  note('start', {}, { notes: facts() });
  return {
    ready(server) {
      if (servers++ >= MAX_SERVERS) return;
      note('ready', {}, { notes: [{ key: 'Address', value: addressOf(server as Server) }] });
      if (written > 0) void write();
    },
    uncaught(error, seq) {
      cause = { error, seq };
    },
    exit({ by, code }) {
      const hasFailed = code !== null && code !== 0;
      const isRecent = cause !== null && performance.now() - cause.error.at < CAUSE_MS;
      const thrown = hasFailed && isRecent ? cause : null;
      const exception = thrown?.error.exception ?? null;
      note(
        'exit',
        {
          ...(hasFailed && { status: FAILED }),
          error: exception?.name || (hasFailed ? PROCESS_EXITED : ''),
          parent: thrown?.seq ?? null,
        },
        { endedBy: by, exception },
      );
      void write(report);
    },
    async stop() {
      recorded.delete(storage);
      note('stop', {}, {});
      await write(report);
    },
  };
}

/**
 * Gives an uncaught error to the request or job whose code threw it. When the process ends, records what is in progress and
 * the end itself, and waits until it is written. Returns a function that stops it.
 */
export function recordProcessEnd(
  inProgress: readonly InProgress[],
  life: ProcessLife | null,
  queue: Pick<Queue, 'handOver'>,
  writer: Pick<RunningWriter, 'waitUntilIdle'>,
): () => void {
  return watchProcessEnd({
    uncaught(error) {
      const uncaught = new UncaughtError(error);
      trailThatThrew()?.fail(uncaught);
      life?.uncaught(uncaught, seqThatThrew());
    },
    end(exit: ProcessExit) {
      for (const list of inProgress) list.endAll(exit.by);
      queue.handOver();
      life?.exit(exit);
      writer.waitUntilIdle(MAX_WAIT_MS);
    },
  });
}

function facts(): Note[] {
  const memory = process.constrainedMemory();
  return [
    { key: 'Node.js', value: process.version },
    { key: 'Process', value: String(process.pid) },
    { key: 'Command', value: command() },
    { key: 'Heap limit', value: formatBytes(getHeapStatistics().heap_size_limit) },
    // Without a limit, it is 0 or larger than any memory.
    ...(memory > 0 && memory < 2 ** 50 ? [{ key: 'Memory limit', value: formatBytes(memory) }] : []),
  ];
}

/** With these options of Node, the first argument is not a file. */
const EVALUATED = /^(?:-p?e|-p|--eval|--print)/;

/** How the process was started, without values, which may be secret. */
function command(): string {
  const [, first = '', ...rest] = process.argv;
  const isEvaluated = process.execArgv.some((text) => EVALUATED.test(text));
  const options = [...process.execArgv, ...rest].flatMap((text) => /^(?:--[\w-]+|-\w)/.exec(text)?.[0] ?? []);
  const file = isEvaluated || first === '' ? [] : [basename(first)];
  return ['node', ...file, ...options.slice(0, MAX_ARGUMENTS)].join(' ');
}

function addressOf(server: Server): string {
  const address = typeof server.address === 'function' ? server.address() : null;
  if (address === null) return '';
  if (typeof address === 'string') return address;
  return address.family === 'IPv6'
    ? `[${address.address}]:${address.port}`
    : `${address.address}:${address.port}`;
}
