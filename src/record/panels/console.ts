import { listen, type Panel, seen } from './panel.ts';
import { shownValue } from './shown-value.ts';
import { saidAlready } from './stdio.ts';

const LEVELS = ['log', 'info', 'debug', 'warn', 'error'] as const;

/** What is said through any console, through the channels that Node's own console tells it on. */
export const consolePanel: Panel = {
  name: 'console',
  start: () => listen(Object.fromEntries(LEVELS.map((level) => [`console.${level}`, lineOf(level)]))),
};

function lineOf(level: string): (message: unknown) => void {
  return seen<readonly unknown[]>((values, { trail }) => {
    const fits = trail.hasRoom('logs');
    if (fits) {
      const text = shownValue(...values);
      trail.log('console', level, text);
      saidAlready(text);
    } else saidAlready(null);
  });
}
