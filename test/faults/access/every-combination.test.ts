import { test } from 'vitest';
import { attack, canaryBook, FULL, METHODS, TIMEOUT } from './attack.ts';
import { overTcp, startPair } from './pairs.ts';
import { CREDENTIALS, everyTrial } from './trials.ts';

const book = canaryBook();

test.runIf(FULL)(
  'node:http: no path, spelling, method and credential opens the page but the key',
  {
    timeout: TIMEOUT,
  },
  async () => {
    // Without details, three times as many requests per second.
    const running = await startPair('node:http', book().store, { details: 'none' });
    try {
      await attack('node:http, every combination', running.via(overTcp), book(), (routes) =>
        everyTrial(routes, METHODS, Object.keys(CREDENTIALS)),
      );
    } finally {
      await running.close();
    }
  },
);
