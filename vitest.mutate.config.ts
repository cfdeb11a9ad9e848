import { defineConfig } from 'vitest/config';
import tests from './vitest.config.ts';

const { projects: _, ...common } = tests.test ?? {};

/** For scripts/mutate.js: Stryker loads the modules again for each change, and makes the code many times slower. */
export default defineConfig({
  ...tests,
  test: {
    ...common,
    include: [process.env.MUTATE_TESTS ?? ''],
    testNamePattern: /^(?!.*(?:all 2\^24|linear time|takes time in proportion))/,
  },
});
