import { afterEach, expect, test, vi } from 'vitest';
import { safeLogger } from './logger.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('calls the methods on the logger, with a text that says whose it is', () => {
  class App {
    readonly lines: string[] = [];
    info(message: string) {
      this.lines.push(`info ${message}`);
    }
    warn(message: string) {
      this.lines.push(`warn ${message}`);
    }
  }
  const app = new App();
  const { info, warn } = safeLogger(app);
  info('ready');
  warn('full');
  expect(app.lines).toEqual(['info gatebook: ready', 'warn gatebook: full']);
});

test('what a logger throws or rejects with does not reach the app, and its message goes to stderr', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const { info, warn } = safeLogger({
    info() {
      throw new Error('no');
    },
    warn: async () => Promise.reject(new Error('no')),
  });
  info('one');
  warn('two');
  await new Promise((resolve) => setImmediate(resolve));
  expect(stderr.mock.calls).toEqual([['gatebook: one\n'], ['gatebook: two\n']]);
});
