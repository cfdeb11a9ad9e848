import { duringRequest, type Instrumentation, subscribe } from './instrumentation.ts';
import { saidAlready } from './stdio.ts';

/** What pino tells of a line it has made: the arguments it was made of, and the line, redacted as pino was told to. */
interface PinoLine {
  readonly instance?: { readonly levels?: { readonly labels?: Readonly<Record<number, string>> } };
  readonly arguments?: readonly [fields?: unknown, message?: unknown, level?: number];
  readonly result?: unknown;
}

/** The lines of every pino logger, wherever they are written to. An old pino does not tell of them: see `log`. */
export const pinoInstrumentation: Instrumentation = {
  name: 'pino',
  start: () =>
    subscribe({
      'tracing:pino_asJson:end': duringRequest<PinoLine>(({ instance, arguments: of, result }, { trail }) => {
        if (typeof result !== 'string') return;
        if (!trail.hasRoom('logs')) return saidAlready(null);
        const level = of?.[2] ?? 0;
        trail.log('pino', instance?.levels?.labels?.[level] ?? String(level), result.trimEnd());
        saidAlready(result, typeof of?.[1] === 'string' ? of[1] : undefined);
      }),
    }),
};
