import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/guest/**/*.guest.ts'],
    testTimeout: process.env.GUEST === 'full' ? 900_000 : 120_000,
    hookTimeout: process.env.GUEST === 'full' ? 900_000 : 120_000,
    fileParallelism: false,
    // Every book in the tests has this key.
    env: { GATEBOOK_KEY: 'key-of-the-tests-1' },
  },
});
