import type { ConformanceCase } from './conformance/case.ts';
import { CLOSING } from './conformance/closing.ts';
import { CANCELLATION, DEADLINES } from './conformance/deadlines.ts';
import { DELETION } from './conformance/deletion.ts';
import { GROUPS } from './conformance/groups.ts';
import { CLAIMS, LEASES } from './conformance/leases.ts';
import { MATCHING } from './conformance/matching.ts';
import { PAGING } from './conformance/paging.ts';
import { RETENTION } from './conformance/retention.ts';
import { SURVEYS } from './conformance/surveys.ts';
import { TEXT } from './conformance/texts.ts';
import { WRITING } from './conformance/writing.ts';

/**
 * Tests every guarantee of the `Store` interface, under any test runner.
 * @example
 * import { test } from 'node:test';
 * import { CONFORMANCE } from 'gatebook/store';
 *
 * for (const { name, run } of CONFORMANCE) test(name, () => run(openEmptyStore));
 */
export const CONFORMANCE: readonly ConformanceCase[] = [
  ...WRITING,
  ...PAGING,
  ...MATCHING,
  ...SURVEYS,
  ...GROUPS,
  ...DEADLINES,
  ...CANCELLATION,
  ...LEASES,
  ...CLAIMS,
  ...RETENTION,
  ...DELETION,
  ...TEXT,
  ...CLOSING,
];
