import type { SpanKind } from '../../profile/profile.ts';
import { describeError } from './inspect-value.ts';
import { type Instrumentation, subscribe } from './instrumentation.ts';
import { OpenSpans } from './open-spans.ts';

type Message = Readonly<Record<string, unknown>>;

/** A library that tells of its calls as Node's TracingChannel does, and how the statement is read from what it tells. */
interface Traced {
  readonly channel: string;
  readonly kind: SpanKind;
  readonly system: string;
  /** Never what is bound to it. */
  readonly statement: (message: Message) => unknown;
}

const TRACED: readonly Traced[] = [
  { channel: 'mysql2:query', kind: 'sql', system: 'mysql', statement: sqlOf },
  { channel: 'mysql2:execute', kind: 'sql', system: 'mysql', statement: sqlOf },
  // As proposed for pg in brianc/node-postgres#3650: not in a release yet.
  { channel: 'pg:query', kind: 'sql', system: 'postgresql', statement: sqlOf },
  { channel: 'mssql:query', kind: 'sql', system: 'mssql', statement: ({ command }) => command },
  { channel: 'mssql:batch', kind: 'sql', system: 'mssql', statement: ({ command }) => command },
  // The one leaves the command out of its arguments, the other does not.
  {
    channel: 'ioredis:command',
    kind: 'cache',
    system: 'redis',
    statement: (told) => commandOf(told.command, told.args, 0),
  },
  {
    channel: 'node-redis:command',
    kind: 'cache',
    system: 'redis',
    statement: (told) => commandOf(told.command, told.args, 1),
  },
  ...['query', 'aggregate', 'model:save', 'model:insertMany', 'model:bulkWrite'].map((name) => ({
    channel: `mongoose:${name}`,
    kind: 'document' as const,
    system: 'mongodb',
    statement: ({ operation, collection }: Message) => `${operation} ${collection}`,
  })),
];

/** Databases and caches whose libraries tell of their calls. Whoever does not is seen through OpenTelemetry. */
export const queriesInstrumentation: Instrumentation = {
  name: 'queries',
  start() {
    const stops = TRACED.map(follow);
    return () => {
      for (const stop of stops) stop();
    };
  },
};

function follow({ channel, kind, system, statement }: Traced): () => void {
  const calls = new OpenSpans();
  const finish = (message: unknown) =>
    calls.finish(message as object, () => {
      const { error } = message as Message;
      return error === undefined ? {} : { error: describeError(error) };
    });
  return subscribe({
    [`tracing:${channel}:start`]: (message) =>
      calls.begin(message as object, kind, () => String(statement(message as Message) ?? ''), system),
    // A call that waits for something has neither result nor error when it first returns.
    [`tracing:${channel}:end`]: (message) => {
      const told = message as Message;
      if ('result' in told || 'error' in told) finish(message);
    },
    [`tracing:${channel}:asyncEnd`]: finish,
  });
}

/** A text, or an object with the text in it. */
function sqlOf({ query }: Message): unknown {
  return typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
}

/** The command and the first of its arguments; what of that is shown is for the redaction to say. */
function commandOf(command: unknown, args: unknown, first: number): string {
  const key: unknown = Array.isArray(args) ? args[first] : undefined;
  return typeof key === 'string' ? `${command} ${key}` : String(command);
}
