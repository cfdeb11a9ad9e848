import { type BuiltInContext, duringRequest, subscribe } from '../context.ts';
import { inspectValue } from './inspect-value.ts';

const LEVELS = ['log', 'info', 'debug', 'warn', 'error'] as const;

/** Lines of every console, through the diagnostics channels that Node's console publishes to. */
export const consoleInstrumentation = {
  name: 'console',
  start(context: BuiltInContext): () => void {
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
  },
};
