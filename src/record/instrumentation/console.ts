import { inspectValue } from './inspect-value.ts';
import { duringRequest, type Instrumentation, subscribe } from './instrumentation.ts';
import { saidAlready } from './stdio.ts';

const LEVELS = ['log', 'info', 'debug', 'warn', 'error'] as const;

/** What is said through any console, through the channels that Node's own console tells it on. */
export const consoleInstrumentation: Instrumentation = {
  name: 'console',
  start: () => subscribe(Object.fromEntries(LEVELS.map((level) => [`console.${level}`, lineOf(level)]))),
};

function lineOf(level: string): (message: unknown) => void {
  return duringRequest<readonly unknown[]>((values, { trail }) => {
    const fits = trail.hasRoom('logs');
    if (fits) {
      const text = inspectValue(...values);
      trail.log('console', level, text);
      saidAlready(text);
    } else saidAlready(null);
  });
}
