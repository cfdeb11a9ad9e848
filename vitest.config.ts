import { defaultExclude, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundledThreads } from './test/support/bundled-threads.ts';

/** Tests of deadlines and durations. */
const TIMED = 'test/faults/{bounds-urls,secrets-hostile}.test.ts';
/** Small files that load the same modules, and leave nothing behind: without those that set NODE_ENV for all of their tests. */
const SMALL = ['test/{extending,tree}/**/*.test.ts', 'test/page/!(error-page-link|toolbar).test.ts'];
/** They take half a minute or more. Vitest starts large files first, and some of these are small. */
const SLOW =
  /(?:conformance|check|clickhouse-http|recording|bounds-distinct|faults\/access\/\w+|clickhouse-kills|disk-matrix|histories|adapters|register)\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(SLOW.test(moduleId));
    return (await super.sort(files)).toSorted((a, b) => isSlow(b) - isSlow(a));
  }
}

const exclude = [
  ...defaultExclude,
  // The attack needs the machine for itself: npm run faults:attack.
  ...(process.env.ATTACK ? [] : ['test/faults/attack.test.ts']),
  // Where .ci/run runs everything on one machine, the frameworks are tested with the older versions of Node, and with the newest by
  // test/guest.
  ...(process.env.OTHER_RUNS ? ['test/recording/{adapters,register}.test.ts'] : []),
];

export default defineConfig({
  plugins: [await bundledThreads()],
  test: {
    exclude,
    testTimeout: 60_000,
    sequence: { sequencer: SlowFirst },
    // Every book in the tests has this key.
    env: { GATEBOOK_KEY: 'key-of-the-tests-1' },
    projects: [
      {
        extends: true,
        // Tests of functions: nothing that one leaves behind matters to the next, and modules are loaded once.
        test: {
          name: 'functions',
          include: ['src/*.test.ts', 'src/!(store)/**/*.test.{ts,tsx}'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'small', include: SMALL, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['src/store/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [TIMED, ...SMALL],
        },
      },
      {
        extends: true,
        // After all others, because other tests would take both cores for a moment.
        test: { name: 'timed', include: [TIMED], fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
