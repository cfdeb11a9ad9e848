import type { SpanKind } from '../../profile/profile.ts';
import { type BuiltInContext, subscribe } from './context.ts';
import { undoAll } from './observe-method.ts';
import { isSeenByPatch } from './pg.ts';
import { withoutArguments } from './redis-calls.ts';
import { SpanMap } from './span-map.ts';

type Message = Readonly<Record<string, unknown>>;

/** A library that publishes its calls through a TracingChannel, and how to read the statement from its messages. */
interface TracedLibrary {
  readonly channel: string;
  readonly kind: SpanKind;
  readonly system: string;
  /** The statement without its bound values. */
  readonly statement: (message: Message) => unknown;
  readonly database?: (message: Message) => unknown;
  /** Rows returned or changed, from the message of a call that has succeeded. */
  readonly rows?: (message: Message) => number | undefined;
  /** Whether a message is recorded. All are by default. */
  readonly isSeen?: (message: Message) => boolean;
}

const LIBRARIES: readonly TracedLibrary[] = [
  // Proposed in brianc/node-postgres#3650, not released yet. Only used for a pg that pg.ts does not patch.
  { channel: 'pg:query', kind: 'sql', system: 'postgresql', statement: sqlOf },
];

/** Databases and caches whose libraries publish tracing channels. */
export const queriesInstrumentation = {
  name: 'queries',
  start(context: BuiltInContext): () => void {
    const stops = LIBRARIES.map((library) => traceChannel(library, context));
    return undoAll(stops);
  },
};

/** Records the calls that a library publishes. Returns a function that stops it. */
export function traceChannel(library: TracedLibrary, context: BuiltInContext): () => void {
  const { channel, kind, system, statement, database, rows, isSeen } = library;
  const spans = new SpanMap(context);
  const end = (message: Message) => {
    if (!spans.has(message)) return;
    if (message.error) spans.fail(message, withoutArguments(message.error));
    else spans.end(message, { rows: rows?.(message) });
  };
  return subscribe({
    [`tracing:${channel}:start`]: (message) => {
      if (channel === 'pg:query' && isSeenByPatch(context.current()?.trail)) return;
      if (isSeen && !isSeen(message as Message)) return;
      const name = database?.(message as Message);
      spans.start(message as Message, {
        kind,
        name: () => String(statement(message as Message) ?? ''),
        system,
        database: typeof name === 'string' ? name : undefined,
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

/** The query is a string, or an object with the string in `text`. */
function sqlOf({ query }: Message): unknown {
  return typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
}
