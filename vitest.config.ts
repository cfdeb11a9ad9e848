import { defaultExclude, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // The attack needs the machine for itself: npm run faults:attack.
    exclude: [...defaultExclude, ...(process.env.ATTACK ? [] : ['test/faults/attack.test.ts'])],
    testTimeout: 20_000,
    // Every book in the tests has this key.
    env: { GATEBOOK_KEY: 'key-of-the-tests-1' },
  },
});
