// The code whose tests are tested, and the tests that are run for it. Of these, a mutant needs only those that reach it.

/** Tests of durations fail on a busy machine, whatever the mutant. */
const TIMED = 'linear time|takes time in proportion';

/** `without` are the names of tests that are not run, `env` makes others quicker, `threads` are files whose tests start threads. */
export const TARGETS = {
  'src/redact': {
    sources: ['src/redact/*.ts'],
    tests: [
      'src/redact/*.test.ts',
      'src/pipeline/build-{body,profiles}.test.ts',
      'test/faults/{redacted-as-before,secrets,secrets-bodies,secrets-errors,secrets-statements}.test.ts',
    ],
    without: `${TIMED}|full scan leaves|never keeps a value, in any literal|that an app throws|of a statement or of its parameters`,
    env: { SECRETS: '1500' },
  },
  'src/serve/access': {
    sources: ['src/serve/access/*.ts'],
    tests: ['src/serve/access/*.test.ts'],
    without: TIMED,
  },
  // The apps of the grants: npm run mutate -- src/serve.
  'src/serve/apps': {
    sources: ['src/serve/{app,login-app}.tsx', 'src/serve/{assets-app,mount,router}.ts'],
    tests: ['src/serve/{app,app-routes,login-app,mount,router}.test.ts'],
  },
  'src/profile/token.ts': {
    sources: ['src/profile/token.ts'],
    tests: ['src/profile/token.test.ts'],
    without: 'all 2\\^24',
  },
  'src/search': { sources: ['src/search/*.ts'], tests: ['src/search/*.test.ts'] },
  'src/pipeline': {
    sources: ['src/pipeline/*.ts'],
    tests: ['src/pipeline/*.test.ts'],
    threads: [
      'src/pipeline/shared-writer.ts',
      'src/pipeline/writer-store.ts',
      'src/pipeline/writer-thread.ts',
      'src/pipeline/writer-worker.ts',
    ],
  },
};
