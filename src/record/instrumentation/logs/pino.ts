import { type BuiltInContext, duringRequest, subscribe } from '../context.ts';

/** What pino publishes: the arguments of the log call and the finished line, after pino's own redaction. */
interface PinoMessage {
  readonly instance?: { readonly levels?: { readonly labels?: Readonly<Record<number, string>> } };
  readonly arguments?: readonly [fields?: unknown, message?: unknown, level?: number];
  readonly result?: unknown;
}

const ERROR_LEVEL = 50;

/** Lines of every pino logger, wherever it writes them. Old versions of pino publish nothing: use `log()`. */
export const pinoInstrumentation = {
  name: 'pino',
  start(context: BuiltInContext): () => void {
    return subscribe({
      'tracing:pino_asJson:end': duringRequest<PinoMessage>(context, (message, { trail }) => {
        const { instance, arguments: args, result } = message;
        if (typeof result !== 'string') return;
        if (!trail.hasRoom('logs')) return context.echoes.expectAny();
        const level = args?.[2] ?? 0;
        const error = level >= ERROR_LEVEL && errorIn(args?.[0]);
        if (error) trail.logError(error);
        trail.log('pino', instance?.levels?.labels?.[level] ?? String(level), result.trimEnd());
        context.echoes.expect(result, typeof args?.[1] === 'string' ? args[1] : '');
      }),
    });
  },
};

/** Pino logs an error that is passed alone, or as one of the fields. */
function errorIn(fields: unknown): Error | undefined {
  if (fields instanceof Error) return fields;
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { err, error } = fields as { readonly err?: unknown; readonly error?: unknown };
  return [err, error].find((value) => value instanceof Error);
}
