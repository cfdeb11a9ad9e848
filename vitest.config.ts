import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    testTimeout: 20_000,
    // Every book in the tests has this key.
    env: { GATEBOOK_KEY: 'key-of-the-tests-1' },
  },
});
