// npm run faults:record            small enough for CI
// npm run faults:record -- --full  at the sizes that the documentation reports
// Runs the fault tests with Vitest and prints their figures in one line at the end.
import { runWithFigures } from '../support/run-with-figures.ts';

const FULL = { REQUESTS: '100000', APP_KILLS: '100', SECRETS: '2000000', HOSTILE: 'all' };
const full = process.argv.includes('--full');

runWithFigures(
  'faults:record',
  [
    [
      'test/faults/recording.test.ts',
      'test/faults/app-kills.test.ts',
      'test/faults/secrets.test.ts',
      'test/faults/secrets-in-the-book.test.ts',
      'test/faults/secrets-bodies.test.ts',
      'test/faults/secrets-bodies-in-the-book.test.ts',
      'test/faults/secrets-hostile.test.ts',
      'test/faults/secrets-statements.test.ts',
      'test/faults/secrets-errors.test.ts',
      // At full size the tests would disturb each other's timing.
      ...(full ? ['--no-file-parallelism'] : []),
    ],
  ],
  full ? FULL : {},
);
