// npm run e2e:readme            follows the README in empty folders, with what npm has in its cache
// npm run e2e:readme -- --full  the same with Next.js too, and with an empty cache for each framework
// Other options go to Vitest, such as `-t`. The last line printed has the seconds from the empty folder to the first request on the page.
import { runWithFigures } from '../support/run-with-figures.ts';

const options = process.argv.slice(2);

runWithFigures(
  'e2e:readme',
  [
    [
      '--config=vitest.e2e.config.ts',
      'test/e2e/readme.e2e.ts',
      ...options.filter((option) => option !== '--full'),
    ],
  ],
  options.includes('--full') ? { README: 'full' } : {},
);
