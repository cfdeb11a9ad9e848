// npm run e2e:guest            Gatebook as a guest in other people's apps, small enough for CI
// npm run e2e:guest -- --full  all frameworks, versions and toolchains, from the npm registry; replaces the tables in docs/frameworks.md and docs/toolchains.md
// Other options go to Vitest, such as a file name or `-t`. The last line printed has the measured figures.
import { runWithFigures } from '../support/run-with-figures.ts';

const options = process.argv.slice(2);

runWithFigures(
  'e2e:guest',
  [['--config=vitest.guest.config.ts', ...options.filter((option) => option !== '--full')]],
  options.includes('--full') ? { GUEST: 'full' } : {},
);
