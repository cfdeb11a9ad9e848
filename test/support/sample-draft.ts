import type { Draft } from '../../src/pipeline/draft/draft.ts';
import type { Micros } from '../../src/profile/time.ts';

let time = 1_760_000_000_000_000;

/** A draft with ordinary values, except for the overrides. */
export function sampleDraft(target: string, overrides: Partial<Draft> = {}): Draft {
  return {
    seq: null,
    time: ++time as Micros,
    status: 200,
    ip: '203.0.113.7',
    method: 'GET',
    target,
    secure: true,
    host: 'h',
    localHost: '',
    route: '',
    operation: '',
    duration: 1500,
    requestBytes: 0,
    responseBytes: 120,
    agent: 'curl/8',
    traceparent: '',
    error: '',
    kind: 'main',
    user: '',
    tags: [],
    queryTimes: [],
    state: 'off',
    detail: null,
    stages: [],
    ...overrides,
  };
}
