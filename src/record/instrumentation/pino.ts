import { type BuiltInContext, duringRequest, subscribe } from './context.ts';

/** What pino publishes: the arguments of the log call and the finished line, after pino's own redaction. */
interface PinoMessage {
  readonly instance?: { readonly levels?: { readonly labels?: Readonly<Record<number, string>> } };
  readonly arguments?: readonly [fields?: unknown, message?: unknown, level?: number];
  readonly result?: unknown;
}

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
        trail.log('pino', instance?.levels?.labels?.[level] ?? String(level), result.trimEnd());
        context.echoes.expect(result, typeof args?.[1] === 'string' ? args[1] : '');
      }),
    });
  },
};
