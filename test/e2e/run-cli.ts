// npm run e2e:cli             drives each command in tmux at 80 and 200 columns, and 100 hostile strings through every command
// npm run e2e:cli -- --full   5,000 hostile strings
// Other options go to Vitest, such as `-u`, which renews the expected screens in test/e2e/cli/screens. Look at the difference.
import { runWithFigures } from '../support/run-with-figures.ts';

const options = process.argv.slice(2);
const forVitest = options.filter((option) => option !== '--full');

runWithFigures('e2e:cli', [['--config=vitest.e2e.config.ts', 'test/e2e/cli/', ...forVitest]], {
  ...(options.includes('--full') && { FULL: '1' }),
});
