import type { Traits } from '../../support/frameworks/frameworks.ts';
import { describeEndings } from './endings.ts';
import { describeEntries } from './entries.ts';
import { describeExchanges } from './exchanges.ts';
import { describeRefusals } from './refusals.ts';
import { describeStages } from './stages.ts';
import type { Suite } from './suite.ts';
import { describeUpgrades } from './upgrades.ts';

/** What is recorded of an app, whether it has called `gatebook()` or not. */
export function describeRecording(traits: Traits, suite: Suite): void {
  describeEntries(suite);
  describeStages(traits, suite);
  describeExchanges(traits, suite);
  describeEndings(traits, suite);
  describeRefusals(suite);
  describeUpgrades(suite);
}
