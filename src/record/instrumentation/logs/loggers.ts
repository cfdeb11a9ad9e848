import { textStart } from '../../../format/cut-text.ts';
import { type BuiltInContext, duringRequest, subscribe } from '../context.ts';
import { inspectValue } from './inspect-value.ts';

const LEVELS = ['log', 'info', 'debug', 'warn', 'error'] as const;

/** Lines of every console, through the diagnostics channels that Node's console publishes to. */
export function observeConsole(context: BuiltInContext): () => void {
  const record = (level: string) =>
    duringRequest<readonly unknown[]>(context, (values, { trail }) => {
      if (!trail.hasRoom('logs')) return context.echoes.expectAny();
      const error = level === 'error' && values.find((value) => value instanceof Error);
      if (error) trail.logError(error);
      const text = inspectValue(...values);
      trail.log('console', level, text);
      context.echoes.expectConsole(text);
    });
  return subscribe(Object.fromEntries(LEVELS.map((level) => [`console.${level}`, record(level)])));
}

/** What pino publishes: the arguments of the log call and the finished line, after pino's own redaction. */
interface PinoMessage {
  readonly instance?: { readonly levels?: { readonly labels?: Readonly<Record<number, string>> } };
  readonly arguments?: readonly [fields?: unknown, message?: unknown, level?: number];
  readonly result?: unknown;
}

const ERROR_LEVEL = 50;

/** Lines of every pino logger, wherever it writes them. Old versions of pino publish nothing: use `log()`. */
export function observePino(context: BuiltInContext): () => void {
  return subscribe({
    'tracing:pino_asJson:end': duringRequest<PinoMessage>(context, (message, { trail }) => {
      const { instance, arguments: args, result } = message;
      if (typeof result !== 'string') return;
      if (!trail.hasRoom('logs')) return context.echoes.expectAny();
      const level = args?.[2] ?? 0;
      const error = level >= ERROR_LEVEL && errorIn(args?.[0]);
      if (error) trail.logError(error);
      const name = instance?.levels?.labels?.[level] ?? String(level);
      trail.log('pino', name, withMessageFirst(result.trimEnd(), args?.[1]));
      context.echoes.expect(result, typeof args?.[1] === 'string' ? args[1] : '');
    }),
  });
}

/** A trail keeps no more of a line. */
const MAX_LINE_LENGTH = 4096;
const MAX_MESSAGE_LENGTH = 1000;

/** Pino writes the message last, where a long line is cut. */
function withMessageFirst(line: string, message: unknown): string {
  if (line.length <= MAX_LINE_LENGTH || typeof message !== 'string') return line;
  return `{"msg":${JSON.stringify(textStart(message, MAX_MESSAGE_LENGTH))},${line.slice(1)}`;
}

/** Pino logs an error that is passed alone, or as one of the fields. */
function errorIn(fields: unknown): Error | undefined {
  if (fields instanceof Error) return fields;
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { err, error } = fields as { readonly err?: unknown; readonly error?: unknown };
  return [err, error].find((value) => value instanceof Error);
}
