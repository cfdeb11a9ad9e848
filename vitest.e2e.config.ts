import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/*.e2e.ts', 'test/e2e/cli/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // Every book in the tests has this key, except those that test the key itself.
    env: { GATEBOOK_KEY: 'key-of-the-tests-1' },
  },
});
