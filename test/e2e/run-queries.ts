// npm run e2e:queries              tests the queries of the libraries in node_modules
// npm run e2e:queries -- --full    all libraries and versions, from the npm registry; replaces the table in docs/instrumentation.md
// Other options go to Vitest, such as `-t`. The last line printed has the measured figures.
import { runWithFigures } from '../support/run-with-figures.ts';

const options = process.argv.slice(2);
const full = options.includes('--full');
runWithFigures(
  'e2e:queries',
  [
    [
      '--config=vitest.e2e.config.ts',
      'test/e2e/queries.e2e.ts',
      ...options.filter((option) => option !== '--full'),
    ],
  ],
  full ? { QUERIES: 'full' } : {},
);
