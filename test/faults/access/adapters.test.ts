import { expect, test } from 'vitest';
import { attack, canaryBook, TIMEOUT, usualTrials } from './attack.ts';
import { DIRECT, startPair } from './pairs.ts';

const book = canaryBook();

test.each(Object.entries(DIRECT))(
  '%s: nothing opens the page but the key',
  {
    timeout: TIMEOUT,
  },
  async (name, [stack, open]) => {
    const running = await startPair(stack, book().store);
    try {
      const { verdicts } = await attack(name, running.via(open), book(), usualTrials);
      // A browser on this machine was among them.
      expect(verdicts.locked).toBeGreaterThan(0);
      expect(verdicts.asset).toBeGreaterThan(0);
    } finally {
      await running.close();
    }
  },
);
