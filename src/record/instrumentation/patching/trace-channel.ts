import type { SpanKind } from '../../../profile/profile.ts';
import type { SpanStart } from '../../trail-items.ts';
import { type BuiltInContext, subscribe } from '../context.ts';
import type { OpenSpan, SpanResult } from '../instrumentation.ts';
import { watchModules } from './loaded-modules.ts';
import { undoAll } from './wrap-method.ts';

type Message = Readonly<Record<string, unknown>>;

/** The calls that a library publishes through a TracingChannel, and how to read them from its messages. */
export interface TracedCalls {
  readonly channel: string;
  readonly kind: SpanKind;
  readonly system: string;
  /** The statement without its bound values. */
  readonly statement: (message: Message) => unknown;
  readonly database?: (message: Message) => unknown;
  /** Rows returned or changed, from the message of a call that has succeeded. */
  readonly rows?: (message: Message) => number | undefined;
  /** The error without values. */
  readonly error?: (error: unknown) => unknown;
  readonly isSeen?: (message: Message) => boolean;
}

/**
 * Patches files of a package. Until one of them is loaded, its channels are used, for copies that can't be patched, such as those in
 * a bundle. Returns a function that undoes it.
 */
export function patchOrTrace(
  context: BuiltInContext,
  packageName: string,
  patches: Parameters<typeof watchModules>[1],
  channels: readonly TracedCalls[],
): () => void {
  const traced = channels.map((calls) => traceChannel(calls, context));
  const stopTracing = () => {
    for (const stop of traced.splice(0)) stop();
  };
  return undoAll([stopTracing, watchModules(packageName, patches, stopTracing)]);
}

function traceChannel(calls: TracedCalls, context: BuiltInContext): () => void {
  const { channel, kind, system, statement, database, rows, error, isSeen } = calls;
  const spans = new SpanMap(context);
  const end = (message: Message) => {
    if (!spans.has(message)) return;
    if (message.error) spans.fail(message, error ? error(message.error) : message.error);
    else spans.end(message, { rows: rows?.(message) });
  };
  return subscribe({
    [`tracing:${channel}:start`]: (message) => {
      if (isSeen && !isSeen(message as Message)) return;
      spans.start(message as Message, {
        kind,
        name: () => String(statement(message as Message) ?? ''),
        system,
        database: database?.(message as Message),
      });
    },
    // An asynchronous call has neither result nor error yet.
    [`tracing:${channel}:end`]: (message) => {
      if ('result' in (message as Message) || 'error' in (message as Message)) end(message as Message);
    },
    // Before the callback of the app runs.
    [`tracing:${channel}:asyncStart`]: (message) => end(message as Message),
  });
}

/**
 * The open spans of a library that passes the same object to its start and end events. The end event may fire in
 * another request's context, so the span is found by the object, not by the context.
 */
export class SpanMap {
  readonly #spans = new WeakMap<object, OpenSpan>();
  readonly #context: BuiltInContext;

  constructor(context: BuiltInContext) {
    this.#context = context;
  }

  start(key: object, span: SpanStart): void {
    const open = this.#context.startSpan(span);
    if (open) this.#spans.set(key, open);
  }

  has(key: object): boolean {
    return this.#spans.has(key);
  }

  end(key: object, outcome?: SpanResult): void {
    this.#spans.get(key)?.end(outcome);
  }

  fail(key: object, error: unknown): void {
    this.#spans.get(key)?.fail(error);
  }
}
