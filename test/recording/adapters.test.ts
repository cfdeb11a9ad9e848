import { describe } from 'vitest';
import { ALL_FRAMEWORKS } from '../support/frameworks/frameworks.ts';
import { describeBodies } from './conformance/bodies.ts';
import { describeRecording } from './conformance/recording.ts';
import { createSuite } from './conformance/suite.ts';

/** The behaviour that all adapters share. The test of each framework covers the rest. */
describe.each(Object.entries(ALL_FRAMEWORKS))('%s', (_name, traits) => {
  const suite = createSuite(traits);
  describeRecording(traits, suite);
  describeBodies(suite);
});
