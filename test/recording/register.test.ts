// Before the frameworks are loaded, as a preload.
import '../support/without-code/gatebook.ts';
import { describe, vi } from 'vitest';
import { ALL_FRAMEWORKS } from '../support/frameworks/frameworks.ts';
import { describeRecording } from './conformance/recording.ts';
import { createSuite } from './conformance/suite.ts';

// The same apps, without the call of gatebook().
vi.mock('../../src/express.ts', () => import('../support/without-code/gatebook.ts'));
vi.mock('../../src/fastify.ts', () => import('../support/without-code/fastify.ts'));
vi.mock('../../src/hono.ts', () => import('../support/without-code/gatebook.ts'));
vi.mock('../../src/http.ts', () => import('../support/without-code/gatebook.ts'));
vi.mock('../../src/http2.ts', () => import('../support/without-code/gatebook.ts'));
vi.mock('../../src/koa.ts', () => import('../support/without-code/gatebook.ts'));
vi.mock('../../src/nest.ts', () => import('../support/without-code/gatebook.ts'));

/** Koa is found by the folder of its package, which has another name here for version 2. */
const FOUND = Object.entries(ALL_FRAMEWORKS).filter(([name]) => name !== 'koa 2');

describe.each(FOUND)('gatebook/register: %s', (_name, found) => {
  const traits = { ...found, attachesOnFirstRequest: false };
  const suite = createSuite(traits);
  describeRecording(traits, suite);
});
