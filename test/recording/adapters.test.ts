import { describe } from 'vitest';
import { ALL_FRAMEWORKS } from '../support/frameworks/frameworks.ts';
import { describeBodies } from './conformance/bodies.ts';
import { describeEndings } from './conformance/endings.ts';
import { describeEntries } from './conformance/entries.ts';
import { describeExchanges } from './conformance/exchanges.ts';
import { describeRefusals } from './conformance/refusals.ts';
import { describeStages } from './conformance/stages.ts';
import { createSuite } from './conformance/suite.ts';
import { describeUpgrades } from './conformance/upgrades.ts';

/** The behaviour that all adapters share. The test of each framework covers the rest. */
describe.each(Object.entries(ALL_FRAMEWORKS))('%s', (_name, traits) => {
  const suite = createSuite(traits);
  describeEntries(suite);
  describeStages(traits, suite);
  describeExchanges(traits, suite);
  describeEndings(traits, suite);
  describeRefusals(suite);
  describeUpgrades(suite);
  describeBodies(suite);
});
