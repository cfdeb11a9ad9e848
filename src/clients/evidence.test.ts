import { expect, test } from 'vitest';
import { describeEvidence } from './evidence.ts';

test.each([
  [
    { probes: 14, missing: 0, failed: 212, answered: 0, span: 240e6 },
    'asked for 14 paths that only scanners ask for, 212 failed requests in 4 min, none answered with 2xx or 3xx',
  ],
  [
    { probes: 1, missing: 1, failed: 1, answered: 1200, span: 5e6 },
    'asked for 1 path that only scanners ask for, asked for 1 path that does not exist, 1 failed request in 5 s, 1,200 answered with 2xx or 3xx',
  ],
  [
    { probes: 0, missing: 0, failed: 0, answered: 3, span: 5e6, impostorOf: 'Google' },
    'says that it is a crawler of Google, but its address does not belong to Google, 0 failed requests in 5 s, 3 answered with 2xx or 3xx',
  ],
  [
    { probes: 0, missing: 0, failed: 0, answered: 3, span: 5e6, isJudgedByOthers: true },
    'judged by other requests, which this search leaves out or which were deleted, 0 failed requests in 5 s, 3 answered with 2xx or 3xx',
  ],
])('describes %j', (evidence, text) => {
  expect(describeEvidence(evidence)).toBe(text);
});
