// npm run e2e:page               tests the page in Chromium on a book of 20,000 profiles
// npm run e2e:page -- --images   the same, and replaces the images of the docs
// npm run e2e:page -- --full     a book of 1,000,000 profiles, 5,000 hostile strings, 20,000 pairs of requests, and the images of the docs
// Other options go to Vitest, such as `-t`. The last line printed has the measured figures.
import { runWithFigures } from '../support/run-with-figures.ts';

const FULL = {
  PROFILES: '1000000',
  HOSTILE: '5000',
  ROUNDS: '50',
  TAIL: '10000',
  PAIRS: '20000',
  DOCS_IMAGES: '1',
};
const options = process.argv.slice(2);
const forVitest = options.filter((option) => option !== '--full' && option !== '--images');

runWithFigures(
  'e2e:page',
  [
    [
      '--config=vitest.e2e.config.ts',
      'test/e2e/page.e2e.ts',
      'test/e2e/layout.e2e.ts',
      'test/e2e/tail.e2e.ts',
      'test/e2e/browser-features.e2e.ts',
      'test/e2e/toolbar.e2e.ts',
      'test/e2e/tasks.e2e.ts',
      ...forVitest,
    ],
    // Without a browser, which would show only the last of ten thousand rows.
    ['test/page/tail.test.ts', 'test/page/since-it-worked.test.ts', ...forVitest],
  ],
  { ...(options.includes('--full') && FULL), ...(options.includes('--images') && { DOCS_IMAGES: '1' }) },
);
