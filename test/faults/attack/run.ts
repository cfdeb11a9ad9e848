// npm run faults:attack             small enough for CI
// npm run faults:attack -- --assert also checks the goals for time and memory
// npm run faults:attack -- --full   ten minutes at 2,000 requests/s with 2,000 readers of the live tail
import { runWithFigures } from '../../support/run-with-figures.ts';

const FULL = { ATTACK_SECONDS: '600', ATTACK_READERS: '2000', ATTACK_RATE: '2000' };
const full = process.argv.includes('--full');

runWithFigures('faults:attack', [['test/faults/attack.test.ts']], {
  ATTACK: '1',
  ...(full && FULL),
  ...((full || process.argv.includes('--assert')) && { ATTACK_ASSERT: '1' }),
});
