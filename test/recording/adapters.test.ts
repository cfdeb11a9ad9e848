import { describe } from 'vitest';
import { ALL_FRAMEWORKS } from '../support/frameworks/frameworks.ts';
import { describeEndings } from './conformance/endings.ts';
import { describeExchanges } from './conformance/exchanges.ts';
import { describeRefusals } from './conformance/refusals.ts';
import { describeRows } from './conformance/rows.ts';
import { describeStages } from './conformance/stages.ts';
import { suiteOf } from './conformance/suite.ts';
import { describeUpgrades } from './conformance/upgrades.ts';

/** What holds for every adapter. What only one framework has is in the recording-*.test.ts of that one. */
describe.each(Object.entries(ALL_FRAMEWORKS))('%s', (_name, traits) => {
  const suite = suiteOf(traits);
  describeRows(suite);
  describeStages(traits, suite);
  describeExchanges(traits, suite);
  describeEndings(traits, suite);
  describeRefusals(suite);
  describeUpgrades(suite);
});
